// What is read, touched and seen at a table as it stands, in pixels of the screen.
() => {
  const board = document.querySelector(".board"), svg = board.querySelector("svg");
  const area = board.getBoundingClientRect();
  const isSeen = (thing) => {
    const box = thing.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && thing.checkVisibility({ visibilityProperty: true });
  };
  const size = ({ a, b, c, d }) => Math.sqrt(Math.abs(a * d - b * c));
  const texts = [];
  const note = (text, scale) => {
    if (text.textContent.trim()) texts.push([scale * parseFloat(getComputedStyle(text).fontSize), text.textContent.trim()]);
  };
  for (const text of svg.querySelectorAll(":scope > :not(defs) text")) if (isSeen(text)) note(text, size(text.getScreenCTM()));
  for (const use of svg.querySelectorAll(":scope > :not(defs) use")) {
    const drawn = svg.querySelector(use.getAttribute("href"));
    if (!drawn || !isSeen(use)) continue;
    for (const text of drawn.querySelectorAll("text")) {
      let scale = size(use.getScreenCTM());
      for (let part = text; part !== drawn.parentNode; part = part.parentNode) {
        const matrix = part.transform.baseVal.consolidate()?.matrix;
        if (matrix) scale *= size(matrix);
      }
      note(text, scale);
    }
  }
  const places = [];
  for (const place of board.querySelectorAll(".can")) {
    if (!isSeen(place)) continue;
    const areas = [place, ...place.querySelectorAll("[pointer-events=all]")].slice(place.querySelector("[pointer-events=all]") ? 1 : 0);
    const least = Math.max(...areas.map((part) => {
      const { width, height } = part.getBoundingClientRect();
      return Math.min(width, height);
    }));
    places.push([least, place.getAttribute("aria-label")]);
  }
  const buttons = [...document.querySelectorAll(".actions .do, .actions .pick summary, .actions .item")].filter(isSeen);
  const least = (found) => found.reduce((one, other) => (one[0] <= other[0] ? one : other), [Infinity, ""]);
  const { width, height } = svg.viewBox.baseVal;
  const drawn = svg.getScreenCTM().a;
  const outside = [];
  for (const part of document.querySelectorAll(".players, .board, .actions, .more, .top")) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) outside.push(part.className);
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) outside.push("the page is wider than the window");
  if (board.scrollWidth > board.clientWidth + 1) outside.push("the board is wider than its place");
  const isUpright = document.getElementById("main").dataset.held === "upright";
  if (!isUpright) for (const thing of svg.querySelectorAll(":scope > :not(defs) text, .can")) {
    const { left, top, right, bottom, width } = thing.getBoundingClientRect();
    if (width && isSeen(thing) && (left < area.left - 1 || right > area.right + 1 || top < area.top - 1 || bottom > area.bottom + 1))
      outside.push(thing.getAttribute("aria-label") ?? thing.textContent);
  }
  const blank = [];
  for (let x = 0.5; x < 32; x += 1) for (let y = 0.5; y < 24; y += 1) {
    const under = document.elementFromPoint(area.left + (area.width * x) / 32, area.top + (area.height * y) / 24);
    if (under === svg || under === board) blank.push([x, y]);
  }
  return {
    text: least(texts), place: least(places),
    button: least(buttons.map((button) => [Math.min(button.offsetWidth, button.offsetHeight), button.textContent.trim()])),
    buttons: buttons.filter((button) => !button.matches(".item")).length,
    share: (area.width * area.height) / (innerWidth * innerHeight),
    unused: isUpright ? 0 : 1 - (width * height * drawn * drawn) / (area.width * area.height),
    blank: blank.length / (32 * 24), outside,
  };
}

// A phone held upright gets boards drawn for it: the server is told by a cookie how the page is held.
"use strict";

const upright = matchMedia("(max-width: 600px), (max-width: 950px) and (max-height: 480px)");

function followHeld(redraw) {
  const look = () => {
    const held = upright.matches ? "upright" : "wide";
    if (document.getElementById("main").dataset.held === held) return;
    document.cookie = `f5-held=${held}; path=/; max-age=31536000; samesite=lax`;
    redraw();
  };
  upright.addEventListener("change", look);
  look();
}

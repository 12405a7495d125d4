"use strict";
// A player's own link has name and code after #, which no server sees or logs.
function fillIn() {
  const parts = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (parts.length === 2) {
    document.getElementById("name").value = parts[0];
    document.getElementById("code").value = parts[1];
    history.replaceState(null, "", location.pathname);
  }
}
fillIn();
addEventListener("hashchange", fillIn); // the link was opened where this page was open already

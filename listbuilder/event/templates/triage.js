"use strict";
const chosen = new Set();
const opened = new Set();
let sought = "";
// Called again by the live desk whenever the page was replaced.
function start() {
  const rows = [...document.querySelectorAll(".desk tbody tr")], body = document.querySelector(".desk tbody");
  const search = document.querySelector(".search"), filters = [...document.querySelectorAll("[data-filters] button")];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  function show() {
    sought = search.value;
    const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
    const groups = [...chosen].filter((each) => each !== "news");
    for (const row of rows) {
      const there = (!groups.length || groups.includes(row.dataset.group)) && (!chosen.has("news") || "news" in row.dataset);
      row.hidden = !there || !words.every((word) => texts.get(row).includes(word));
    }
  }
  for (const button of filters) {
    const key = button.dataset.group;
    button.setAttribute("aria-pressed", chosen.has(key));
    button.addEventListener("click", () => {
      chosen.has(key) ? chosen.delete(key) : chosen.add(key);
      button.setAttribute("aria-pressed", chosen.has(key));
      show();
    });
  }
  search.hidden = false;
  search.value = sought;
  search.addEventListener("input", show);
  const heads = [...document.querySelectorAll(".desk thead th:not(.ticks)")];
  function value(row, place) {
    const cell = row.children[place];
    return cell.dataset.sort ?? cell.textContent.trim();
  }
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
      rows.sort((a, b) => order.compare(value(a, place), value(b, place)) * (down ? -1 : 1));
      body.append(...rows);
    });
  });
  for (const folded of document.querySelectorAll("details[id]")) {
    if (opened.has(folded.id)) folded.open = true;
    folded.addEventListener("toggle", () => folded.open ? opened.add(folded.id) : opened.delete(folded.id));
  }
  const missing = document.querySelector("#missing");
  if (missing) document.querySelector('a[href="#missing"]').addEventListener("click", () => { missing.open = true; });
  if (sought || chosen.size) show();
}
addEventListener("beforeprint", () => document.querySelectorAll("details.missing, details.teams").forEach((each) => { each.open = true; }));
start();

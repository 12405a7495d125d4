"use strict";
const rows = [...document.querySelectorAll(".desk tbody tr")], body = document.querySelector(".desk tbody");
const search = document.querySelector(".search"), filters = [...document.querySelectorAll("[data-filters] button")];
const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
const chosen = new Set();
function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = [...chosen].filter((each) => each !== "news");
  for (const row of rows) {
    const there = (!groups.length || groups.includes(row.dataset.group)) && (!chosen.has("news") || "news" in row.dataset);
    row.hidden = !there || !words.every((word) => texts.get(row).includes(word));
  }
}
for (const button of filters) {
  button.addEventListener("click", () => {
    const key = button.dataset.group;
    chosen.has(key) ? chosen.delete(key) : chosen.add(key);
    button.setAttribute("aria-pressed", chosen.has(key));
    show();
  });
}
search.hidden = false;
search.addEventListener("input", show);
const heads = [...document.querySelectorAll(".desk thead th")];
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

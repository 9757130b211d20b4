"use strict";
(() => {
  const form = document.getElementById("filter");
  if (form) {
    const articles = Array.from(document.querySelectorAll("#findings > article"));
    const texts = new Map();
    const said = (article) => {
      if (!texts.has(article)) texts.set(article, article.textContent.toLowerCase());
      return texts.get(article);
    };
    const pick = () => {
      const chosen = new FormData(form);
      const severities = new Set(chosen.getAll("severity"));
      const policy = chosen.get("policy");
      const words = chosen.get("text").toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const article of articles) {
        const { severity, policy: own } = article.dataset;
        const fits = severities.has(severity) && (!policy || policy === own)
          && words.every((word) => said(article).includes(word));
        article.hidden = !fits;
        shown += fits;
      }
      form.querySelector("output").textContent = `${shown} of ${articles.length} shown`;
    };
    form.addEventListener("input", pick);
    form.addEventListener("reset", () => setTimeout(pick));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.hidden = false;
    pick();
  }
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const details = target && target.closest("details");
    if (details) {
      details.open = true;
      details.querySelector("summary").focus();
    }
    const article = target && target.closest("article[hidden]");
    if (article) form.reset();
  };
  addEventListener("hashchange", open);
  if (location.hash) open();
})();

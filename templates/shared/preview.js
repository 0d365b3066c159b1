// What one can do with a preview: zoom, show bleed and lines, enlarge. What is chosen is kept in the address.
(() => {
  "use strict";
  const root = document.documentElement;
  const STEPS = [25, 50, 75, 100, 150, 200, 300, 400];
  const MM = 96 / 25.4;
  const viewer = document.getElementById("viewer");
  const stage = document.getElementById("stage");
  const chosen = { place: "", zoom: 100, show: new Set() };
  let opened = null;

  function written(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function readAddress() {
    const [place, ...rest] = written(location.hash.slice(1)).split("&");
    const said = new URLSearchParams(rest.join("&"));
    const zoom = Number(said.get("zoom"));
    chosen.place = place;
    chosen.zoom = STEPS.includes(zoom) ? zoom : 100;
    chosen.show = new Set((said.get("show") || "").split(",").filter(Boolean));
  }

  function address() {
    const said = [chosen.place];
    if (chosen.zoom !== 100) said.push(`zoom=${chosen.zoom}`);
    if (chosen.show.size) said.push(`show=${[...chosen.show].sort().join(",")}`);
    const text = said.join("&");
    return text ? `#${text}` : location.pathname + location.search;
  }

  function apply() {
    root.style.setProperty("--zoom", chosen.zoom / 100);
    root.dataset.show = [...chosen.show].join(" ");
    for (const button of document.querySelectorAll("[data-shows]"))
      button.setAttribute("aria-pressed", chosen.show.has(button.dataset.shows));
    const at = STEPS.indexOf(chosen.zoom);
    document.querySelector("[data-zoom='-1']").disabled = at === 0;
    document.querySelector("[data-zoom='1']").disabled = at === STEPS.length - 1;
    tellScale();
  }

  // The true scale: on a narrow screen the usual size is smaller than life.
  function tellScale() {
    const card = document.querySelector(".pieces .card");
    if (!card) return;
    const percent = (card.getBoundingClientRect().width / (length(card, "--w") * MM)) * 100;
    document.getElementById("scale").textContent = `${Math.round(percent)} %`;
  }

  const length = (element, name) => Number(getComputedStyle(element).getPropertyValue(name));

  function choose() {
    history.replaceState(null, "", address());
    apply();
  }

  function zoom(by) {
    const at = STEPS.indexOf(by ? chosen.zoom : 100) + by;
    chosen.zoom = STEPS[Math.min(Math.max(at, 0), STEPS.length - 1)];
    choose();
  }

  function toggle(what) {
    if (!chosen.show.delete(what)) chosen.show.add(what);
    choose();
  }

  function goTo(place) {
    const target = place && document.getElementById(place);
    if (!target) return;
    target.scrollIntoView();
    if (!target.matches("a,[tabindex]")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  // Enlarging

  const openers = (kind) => [...document.querySelectorAll(`[data-opens=${kind}]`)];

  function show(opener) {
    opened = opener;
    const all = openers(opener.dataset.opens);
    const card = document.createElement("div");
    card.className = opener.className;
    card.append(opener.querySelector("svg").cloneNode(true));
    for (const named of card.querySelectorAll("[id]")) named.removeAttribute("id");
    stage.replaceChildren(card);
    document.getElementById("viewer-name").textContent = opener.dataset.name;
    document.getElementById("viewer-place").textContent = `${all.indexOf(opener) + 1} / ${all.length}`;
    const findings = opener.parentElement.querySelector(".findings");
    document.getElementById("notes").replaceChildren(...(findings ? [findings.cloneNode(true)] : []));
    if (!viewer.open) viewer.showModal();
    fit();
  }

  function fit() {
    const card = stage.firstElementChild;
    if (!card || !viewer.open) return;
    const [w, h, b] = ["--w", "--h", "--b"].map((name) => length(card, name));
    const room = { w: stage.clientWidth - 32, h: stage.clientHeight - 32 };
    card.style.setProperty("--u", `${Math.min(room.w / (w + 2 * b), room.h / (h + 2 * b))}px`);
  }

  function turn(by) {
    const all = openers(opened.dataset.opens);
    show(all[(all.indexOf(opened) + by + all.length) % all.length]);
  }

  viewer.addEventListener("close", () => opened.focus());
  viewer.addEventListener("click", (event) => {
    const goes = event.target.closest("[data-goes]");
    if (!goes) return;
    if (goes.dataset.goes === "close") viewer.close();
    else turn(Number(goes.dataset.goes));
  });

  // Mouse and keys

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const opener = event.target.closest("[data-opens]");
    const button = event.target.closest("[data-zoom],[data-shows]");
    if (link) {
      event.preventDefault();
      chosen.place = link.hash.slice(1);
      history.pushState(null, "", address());
      goTo(chosen.place);
    } else if (button) {
      if (button.dataset.shows) toggle(button.dataset.shows);
      else zoom(Number(button.dataset.zoom));
    } else if (opener && getSelection().isCollapsed) {
      show(opener); // who marks text does not want it enlarged
    }
  });

  const KEYS = {
    b: () => toggle("bleed"),
    t: () => toggle("trim"),
    s: () => toggle("safe"),
    "+": () => zoom(1),
    "=": () => zoom(1),
    "-": () => zoom(-1),
    0: () => zoom(0),
  };
  const TURNS = { ArrowLeft: -1, ArrowRight: 1 };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const opener = event.target.closest?.("[data-opens]");
    let does = KEYS[event.key];
    if (viewer.open && event.key in TURNS) does = () => turn(TURNS[event.key]);
    else if (opener && (event.key === "Enter" || event.key === " ")) does = () => show(opener);
    if (!does) return;
    event.preventDefault();
    does();
  });

  addEventListener("resize", () => {
    tellScale();
    fit();
  });
  addEventListener("popstate", () => {
    readAddress();
    apply();
    goTo(chosen.place);
  });

  document.getElementById("bar").hidden = false;
  if (matchMedia("(max-width:56rem)").matches) document.getElementById("contents").open = false;
  readAddress();
  apply();
  // Who loads the page anew, after a change, stays where they are.
  if (performance.getEntriesByType("navigation")[0]?.type !== "reload") goTo(chosen.place);
})();

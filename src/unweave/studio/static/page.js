// The page pane: the frame, the glass over it that takes all pointer input, the outline of what a click would do, the
// brackets of records in the margin, and the path of elements below.

import { get, post } from "./api.js";
import { COLORS, STATES, colorNumber } from "./colors.js";
import { PageView } from "./frame.js";
import { store } from "./store.js";
import { short } from "./text.js";
import { html, useEffect, useRef } from "./vendor/htm-preact.js";

const DRAG_PX = 5;
const MOST_BADGES = 3000;
const MEASURE_MS = 60;
const QUIET_FRAMES = 3;
const LOOK_MS = 100;

/** What the pointer does, and what is drawn over the frame. It lives as long as the frame. */
class PageController {
  constructor(parts) {
    Object.assign(this, parts);
    this.view = new PageView(this.frame);
    this.units = new Map();
    this.point = null;
    this.depth = 0;
    this.isPinned = false;
    this.drag = null;
    this.boxes = [];
    this.offered = [];
    this.drawn = "";
    this.version = 0;
    this.loading = 0;
    this.quiet = 0;
    this.frameWanted = 0;
    store.view = this;
    store.listeners.add(() => this._drawSoon());
    new ResizeObserver(() => this._drawSoon()).observe(this.frame);
    setInterval(() => this._redraw() && this._drawSoon(), LOOK_MS);
  }

  // -- loading

  async show(page, mode) {
    this.loading += 1;
    const turn = this.loading;
    this.page = null;
    this.view.clear();
    this.setTarget(null);
    this.pane.setAttribute("aria-busy", "true");
    try {
      if (!this.units.has(page)) this.units.set(page, await get(`/pages/${page}/units`));
      const { url } = await post(`/pages/${page}/view`, { mode });
      if (turn !== this.loading) return;
      await this.view.load(url, this.units.get(page));
      if (turn !== this.loading) return;
      this.page = page;
      this.marksChanged(page);
      const scroll = store.scrolls?.[page];
      if (scroll) this.view.scrollTo(scroll.x, scroll.y);
      store.set({ mismatches: this.view.mismatches });
      this.offerChanged();
      this.pane.dataset.shown = `${page} ${mode}`;
      store.quietly(() => store.offerRows(page));
    } catch (problem) {
      store.showProblem(problem);
    } finally {
      if (turn === this.loading) this.pane.setAttribute("aria-busy", "false");
    }
  }

  forget(page) {
    this.units.delete(page);
  }

  // -- marks

  marksChanged(page) {
    if (page !== this.page) return;
    this.view.setMarks(store.marksOf(page), store.state.fields);
    this._afterMarks();
  }

  marksEdited(page, removed, added) {
    if (page !== this.page) return;
    this.view.change(removed, added, store.state.fields);
    this._afterMarks();
  }

  _afterMarks() {
    this.version += 1;
    this._drawSoon();
    performance.mark("studio-marks");
    this._measureSoon();
    const { target } = store.state;
    if (!target || target.page !== this.page) return;
    if (this.point && !this.isPinned) this.hover();
    else this.setTarget(this.renewed(target), { isPinned: this.isPinned });
  }

  /** A target with the mark that it has now. */
  renewed(target) {
    const field = store.state.field;
    if (target.attr) return this.view.attributeTarget(target.element, target.attr);
    if (target.unit.kind === "element") return this.view.elementTarget(target.element, field);
    const [piece] = target.pieces;
    if (!piece) return target.element ? this.view.elementTarget(target.element, field) : target;
    return this.view.snapped(piece.node, piece.start, field);
  }

  /** Measures the rows of a list that was found: around each of them an outline is drawn. */
  offerChanged() {
    const { offer } = store.state;
    const isShown = offer?.page === this.page && this.view.doc;
    this.offered = isShown ? this.view.rowBoxes(offer.rows[offer.page], offer.columns.flatMap((column) => column.marks[offer.page] || [])) : [];
    this.version += 1;
    this._drawSoon();
  }

  _measureSoon() {
    clearTimeout(this.measuring);
    this.measuring = setTimeout(() => {
      const isMany = this.view.entries.size > MOST_BADGES;
      this.boxes = this.view.doc && !isMany ? this.view.boxes() : [];
      this.version += 1;
      this._drawSoon();
    }, MEASURE_MS);
  }

  // -- targets

  setTarget(target, { isPinned = false } = {}) {
    this.isPinned = isPinned && Boolean(target);
    const known = store.state.target;
    if (target) target.page = this.page;
    if (target?.key === known?.key && String(target?.mark) === String(known?.mark)) return;
    this.version += 1;
    store.set({ target });
  }

  hover() {
    if (!this.point || !this.page) return;
    this.setTarget(this.view.targetAt(this.point.x, this.point.y, store.state.field, this.depth));
  }

  move(step) {
    const next = this.view.neighbour(store.state.target, step, store.state.field);
    if (!next) return;
    this.point = null;
    this.setTarget(next, { isPinned: true });
    this.view.reveal(next);
  }

  widen() {
    const wider = this.view.wider(store.state.target, store.state.field);
    if (wider) this.setTarget(wider, { isPinned: true });
  }

  narrow() {
    const narrower = this.view.narrower(store.state.target, this.point);
    if (narrower) this.setTarget(narrower, { isPinned: true });
  }

  /** The next of: the text, each attribute around it. */
  cycle() {
    const { target, field } = store.state;
    if (!target) return;
    const choices = this.view.choices(target, field);
    const at = choices.findIndex((one) => one.key === target.key);
    const next = choices[(at + 1) % choices.length];
    if (next) this.setTarget(next, { isPinned: true });
  }

  deeper() {
    if (!this.point) return false;
    this.depth += 1;
    const before = store.state.target?.key;
    this.hover();
    if (store.state.target?.key === before) {
      this.depth = 0;
      this.hover();
    }
    return true;
  }

  hide() {
    const { target } = store.state;
    if (!target?.element) return;
    this.view.hide(target);
    this.hover();
    this._measureSoon();
  }

  showAll() {
    this.view.showAll();
    this._measureSoon();
  }

  /** Makes a mark the target and scrolls to it. */
  goTo(key) {
    const entry = this.view.entries.get(key);
    if (!entry) return false;
    this.point = null;
    const target = this.view.markTarget(entry);
    this.view.reveal(target);
    this.setTarget(target, { isPinned: true });
    return true;
  }

  scroll() {
    return this.view.scroll();
  }

  // -- the pointer

  _place(event) {
    const box = this.frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  onMove(event) {
    this.point = this._place(event);
    if (this.drag) {
      this._dragged(event);
      return;
    }
    this.depth = 0;
    this.isPinned = false;
    if (!this.hoverFrame) {
      this.hoverFrame = requestAnimationFrame(() => {
        this.hoverFrame = 0;
        if (!this.isPinned) this.hover();
      });
    }
  }

  onLeave() {
    if (this.drag) return;
    this.point = null;
    if (!this.isPinned) this.setTarget(null);
  }

  onDown(event) {
    if (event.button !== 0 || !this.page) return;
    this.pane.focus({ preventScroll: true });
    const point = this._place(event);
    this.drag = { ...point, from: this.view.caretAt(point.x, point.y), target: null };
    this.glass.setPointerCapture(event.pointerId);
  }

  _dragged(event) {
    const { x, y, from } = this.drag;
    if (Math.hypot(this.point.x - x, this.point.y - y) < DRAG_PX) return;
    this.drag.target = this.view.dragTarget(from, this.view.caretAt(this.point.x, this.point.y), event.altKey);
    this.view.showDrag(this.drag.target?.pieces[0]);
  }

  onUp() {
    const { drag } = this;
    this.drag = null;
    this.view.showDrag(null);
    this.wasDragged = Boolean(drag?.target);
    if (drag?.target) store.label({ ...drag.target, page: this.page }, 1);
  }

  onClick(event) {
    if (this.wasDragged || event.detail > 1 || !this.page) {
      this.wasDragged = false;
      return;
    }
    this.point = this._place(event);
    const known = store.state.target;
    const isOnKnown = this.isPinned && known && this.view.rects(known).some((rect) => isInside(rect, this.point));
    let target = isOnKnown ? known : this.view.targetAt(this.point.x, this.point.y, store.state.field, this.depth);
    if (target && event.altKey && event.shiftKey) target = this.view.linkOf(target) || target;
    if (!target) return;
    target.page = this.page;
    const isLink = event.altKey && event.shiftKey;
    const modifiers = isLink ? {} : { shift: event.shiftKey, alt: event.altKey };
    store.click(target, modifiers, { x: event.clientX, y: event.clientY });
  }

  onWheel(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? this.frame.clientHeight : 1;
    this.view.scrollBy(event.deltaX * unit, event.deltaY * unit, this._place(event));
    this._drawSoon();
  }

  /** Scrolls so many heights of the view down. */
  scrollHeights(count) {
    this.view.scrollBy(0, count * this.view.size().height);
    this._drawSoon();
  }

  // -- what is drawn over the frame

  /**
   * Draws in the next frames, until nothing has moved for some of them: a page that nobody touches costs no frames.
   * Scroll events of the frame are not delivered in all browsers, so it is looked at a few times a second as well.
   */
  _drawSoon() {
    this.quiet = 0;
    if (this.frameWanted) return;
    const step = () => {
      this.quiet = this._redraw() ? 0 : this.quiet + 1;
      this.frameWanted = this.quiet < QUIET_FRAMES ? requestAnimationFrame(step) : 0;
    };
    this.frameWanted = requestAnimationFrame(step);
  }

  /** Draws if something has moved or changed; whether it has. */
  _redraw() {
    if (!this.page || !this.frame.clientWidth) return false;
    const { x, y } = this.view.scroll();
    const { width, height } = this.view.size();
    const now = `${x} ${y} ${width} ${height} ${this.version} ${store.state.isNewField} ${store.state.isRecordMode} ${Boolean(store.state.offer)}`;
    if (now === this.drawn) return false;
    const hasNewSize = !this.drawn.includes(` ${width} ${height} `);
    this.drawn = now;
    this.glass.style.width = `${width}px`;
    this.glass.style.height = `${height}px`;
    if (hasNewSize) this._measureSoon();
    this._drawHover(width, height);
    this._drawMarks(x, y, width, height);
    return true;
  }

  _drawHover(width, height) {
    const { target } = store.state;
    const rects = this.view.rects(target);
    this.hoverLayer.replaceChildren();
    if (!rects.length) return;
    const meaning = store.meaning(target);
    for (const rect of rects.slice(0, 40)) {
      const box = document.createElement("div");
      box.className = `hover ${meaning.act}`;
      place(box, { left: rect.left - 2, top: rect.top - 2, width: rect.right - rect.left + 4, height: rect.bottom - rect.top + 4 });
      this.hoverLayer.append(box);
    }
    const sign = { accept: "+", reject: "−", remove: "✕", ask: "?", record: "¶", none: "" }[meaning.act];
    const tip = document.createElement("div");
    tip.className = `tip ${meaning.act}`;
    tip.textContent = `${sign} ${meaning.text}${target.attr ? ` (${target.label})` : ""}`;
    this.hoverLayer.append(tip);
    const [first, last] = [rects[0], rects.at(-1)];
    const above = first.top - tip.offsetHeight - 4;
    const top = above >= 0 ? above : Math.min(last.bottom + 4, height - tip.offsetHeight);
    place(tip, { left: Math.max(0, Math.min(first.left - 2, width - tip.offsetWidth)), top });
  }

  _drawMarks(x, y, width, height) {
    const nodes = [];
    const { fields } = store.state;
    const isSeen = (top, bottom) => bottom >= y && top <= y + height;
    for (const box of this.boxes) {
      if (!isSeen(box.top, box.bottom) || (fields.length < 2 && box.state === "X")) continue;
      const field = fields.find((one) => one.id === box.field);
      if (!field || box.left < x - 4 || box.left > x + width) continue;
      const badge = document.createElement("span");
      badge.className = `badge state-${box.state}`;
      badge.textContent = `${field.number}${STATES[box.state].sign}`;
      badge.style.backgroundColor = box.state === "C" ? "#c00033" : box.state === "N" ? "#555" : COLORS[colorNumber(field)];
      place(badge, { left: box.left - x, top: box.top - y });
      nodes.push(badge);
    }
    for (const box of store.state.offer ? this.offered : []) {
      if (!isSeen(box.top, box.bottom)) continue;
      const outline = document.createElement("div");
      outline.className = "offer";
      place(outline, { left: box.left - x - 4, top: box.top - y - 3, width: box.right - box.left + 8, height: box.bottom - box.top + 6 });
      nodes.push(outline);
    }
    this.markLayer.replaceChildren(...nodes);
    this._drawBrackets(y, isSeen);
  }

  _drawBrackets(y, isSeen) {
    const nodes = [];
    const inOrder = [...this.boxes].sort((one, other) => one.start - other.start);
    let first = 0;
    for (const [row, start, end] of store.brackets.get(this.page) || []) {
      while (first < inOrder.length && inOrder[first].start < start) first += 1;
      let top = Infinity;
      let bottom = -Infinity;
      for (let at = first; at < inOrder.length && inOrder[at].start < end; at += 1) {
        if (inOrder[at].end > end || "NS".includes(inOrder[at].state)) continue;
        top = Math.min(top, inOrder[at].top);
        bottom = Math.max(bottom, inOrder[at].bottom);
      }
      if (top > bottom || !isSeen(top, bottom)) continue;
      const bracket = document.createElement("div");
      bracket.className = "bracket";
      bracket.textContent = String(row);
      place(bracket, { top: top - y, height: Math.max(14, bottom - top) });
      nodes.push(bracket);
    }
    this.gutter.replaceChildren(...nodes);
  }
}

const isInside = (rect, point) =>
  point.x >= rect.left - 2 && point.x <= rect.right + 2 && point.y >= rect.top - 2 && point.y <= rect.bottom + 2;

function place(element, box) {
  for (const [name, value] of Object.entries(box)) element.style[name] = `${Math.round(value)}px`;
}

/** The controller of the page pane, once it is there. */
export let controller = null;

export function PagePane({ state }) {
  const pane = useRef();
  const frame = useRef();
  const glass = useRef();
  const hoverLayer = useRef();
  const markLayer = useRef();
  const gutter = useRef();
  useEffect(() => {
    controller = new PageController({
      pane: pane.current,
      frame: frame.current,
      glass: glass.current,
      hoverLayer: hoverLayer.current,
      markLayer: markLayer.current,
      gutter: gutter.current,
    });
  }, []);
  const page = store.page();
  const isShown = Boolean(page) && !store.isRaw(page);
  useEffect(() => {
    if (page && isShown) controller.show(page.id, state.mode);
  }, [page?.id, page?.encoding?.name, state.mode, isShown]);
  const on = (name) => (event) => controller[name](event);
  return html`<div
    class="page-pane ${isShown ? "" : "hidden"} ${state.isRecordMode ? "record-mode" : ""}"
    data-pane="page"
    id="page-pane"
    ref=${pane}
    tabindex="0"
    role="application"
    aria-label="Page. J and K move between texts, A accepts, X rejects."
  >
    <div class="gutter" ref=${gutter} aria-hidden="true"></div>
    <div class="frame-box">
      <iframe sandbox="allow-same-origin" tabindex="-1" title="The page" ref=${frame}></iframe>
      <div class="marks-layer" ref=${markLayer} aria-hidden="true"></div>
      <div class="hover-layer" ref=${hoverLayer} aria-hidden="true"></div>
      <div
        class="glass"
        ref=${glass}
        onPointerMove=${on("onMove")}
        onPointerLeave=${on("onLeave")}
        onPointerDown=${on("onDown")}
        onPointerUp=${on("onUp")}
        onClick=${on("onClick")}
        onWheel=${on("onWheel")}
      ></div>
    </div>
  </div>`;
}

export function Breadcrumb({ state }) {
  const { target } = state;
  const crumbs = target?.element && controller ? controller.view.crumbs(target) : [];
  const show = (element) => controller.setTarget(controller.view.elementTarget(element, state.field), { isPinned: true });
  return html`<div class="breadcrumb" aria-label="Path of the value">
    <div class="crumbs">
      ${crumbs.length
        ? crumbs.map(
            ({ element, label }) =>
              html`<button class="crumb" tabindex="-1" onMouseEnter=${() => show(element)} onClick=${() => show(element)}>${label}</button>`,
          )
        : html`<span class="quiet">Point at a value: its place in the page is shown here.</span>`}
      ${target && html`<span class="crumb-value" title=${target.label}>${short(target.label, 60)}</span>`}
    </div>
    <div class="crumb-actions">
      <button disabled=${!target} onClick=${() => controller.widen()} title="Take more ( [ )">Wider</button>
      <button disabled=${!target} onClick=${() => controller.narrow()} title="Take less ( ] )">Narrower</button>
      <button disabled=${!target} onClick=${() => controller.cycle()} title="Text or attribute ( . )">Text / attribute</button>
      <button disabled=${!target} onClick=${() => store.set({ dialog: { kind: "inspect", wid: target.wid } })} title="Inspector ( I )">Inspect</button>
    </div>
  </div>`;
}

// The colours of fields and the signs of states, used by the page view, the table and the panels.

/** Eight colours that people with the common forms of colour blindness can tell apart. */
export const COLORS = ["#0072b2", "#d55e00", "#009e73", "#b8518d", "#3f8fd0", "#a67c00", "#6a4fb3", "#7a4a2b"];

/** State -> the sign that stands beside a colour, and what it means. */
export const STATES = {
  X: { sign: "", name: "extracted" },
  P: { sign: "✓", name: "accepted" },
  N: { sign: "✕", name: "rejected" },
  S: { sign: "?", name: "suggested" },
  U: { sign: "~", name: "uncertain" },
  C: { sign: "!", name: "conflict" },
};

export const colorNumber = (field) => (field ? field.color % COLORS.length : 0);
export const colorOf = (field) => COLORS[colorNumber(field)];

/** The style sheet of the marks in the page view: one highlight for each colour and state. */
export function markSheet() {
  const rules = COLORS.flatMap((color, number) => [
    `::highlight(m${number}X){background-color:${color}33}`,
    `::highlight(m${number}P){background-color:${color}66;text-decoration:underline 2px solid ${color}}`,
    `::highlight(m${number}N){background-color:#8883;color:#666;text-decoration:line-through 2px #555}`,
    `::highlight(m${number}S){text-decoration:underline 2px dotted ${color}}`,
    `::highlight(m${number}U){background-color:${color}26;text-decoration:underline 2px wavy ${color}}`,
    `::highlight(m${number}C){background-color:#c0003340;text-decoration:underline 3px double #c00033}`,
    `[data-studio-mark~="m${number}X"]{outline:2px solid ${color}!important;outline-offset:-2px!important}`,
    `[data-studio-mark~="m${number}P"]{outline:4px solid ${color}!important;outline-offset:-4px!important}`,
    `[data-studio-mark~="m${number}N"]{outline:2px dashed #555!important;outline-offset:-2px!important}`,
    `[data-studio-mark~="m${number}S"]{outline:2px dotted ${color}!important;outline-offset:-2px!important}`,
    `[data-studio-mark~="m${number}U"]{outline:3px dotted ${color}!important;outline-offset:-3px!important}`,
    `[data-studio-mark~="m${number}C"]{outline:3px double #c00033!important;outline-offset:-3px!important}`,
  ]);
  return [
    "*{pointer-events:auto!important;user-select:text!important;-webkit-user-select:text!important}",
    "[data-studio-hidden]{display:none!important}",
    // Pictures are not loaded; without a size they could not be clicked.
    "img:not([src]){min-width:18px;min-height:18px;background:#e4e8ec;outline:1px dashed #9aa5b0}",
    "::highlight(drag){background-color:#ffd54a;color:#000}",
    "::highlight(flash){background-color:#ffe27a}",
    ...rules,
  ].join("\n");
}

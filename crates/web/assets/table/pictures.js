// @ts-check
// A board as a standalone picture: SVG with inline colours, or PNG.

const PAINT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "fill-opacity", "font-family", "font-size", "font-weight", "text-anchor"];

/** The board on the page. */
const drawing = () => /** @type {SVGSVGElement | null} */ (document.querySelector(".board svg.drawing"));

/** The board as SVG text. */
export function boardSvg() {
  const source = drawing();
  return source ? paintedSvg(source) : "";
}

/** A drawing on the page as SVG text that needs no style sheet. @param {SVGSVGElement} source */
export function paintedSvg(source) {
  const copy = /** @type {SVGSVGElement} */ (source.cloneNode(true));
  const painted = source.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, at) => {
    const style = getComputedStyle(painted[at]);
    for (const property of PAINT) element.setAttribute(property, style.getPropertyValue(property));
    for (const name of ["class", "role", "tabindex", "aria-label", "aria-disabled", "aria-hidden"]) element.removeAttribute(name);
  });
  copy.querySelectorAll("[data-site]").forEach((site) => site.remove());
  for (const name of ["class", "role", "aria-label", "aria-roledescription"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The board as a PNG at double density. @returns {Promise<Blob>} */
export async function boardPng() {
  const source = drawing();
  if (!source) throw new Error("there is no board on the page");
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([boardSvg()], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * source.clientWidth;
  canvas.height = 2 * source.clientHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made")))));
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// @ts-check
import english from "./en.js";

export default english;

// What the compiled code offers: see scan-table.as.
export {
  begin, forget, INPUT, INPUT_BYTES, isFull, KINDS_FOUND, LISTS_FOUND, SLOTS_FOUND, stemOf, TEXTS_FOUND,
} from "./scan-table";
export { addKey, addObject, scan, scanNext } from "./json-scan";
export { addColumn, beginColumns, scanCells, scanNextCells } from "./cells-scan";
export { addKind, addRest, countedLines, countNext, forgetKinds, forgetRests, KINDS, leftEnd, PORT_CLASSES } from "./repeats";

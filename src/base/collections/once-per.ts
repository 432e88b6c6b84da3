/** Makes something once for each object, and keeps it as long as the object. */
export function oncePer<K extends object, V extends object>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/**
 * Makes something once for each object and whatever else it is asked with, and keeps it as long as the object.
 * @param keyOf what tells apart what it is asked with
 */
export function oncePerAsked<K extends object, A extends readonly unknown[], V>(
  keyOf: (...asked: A) => unknown,
  make: (key: K, ...asked: A) => V,
): (key: K, ...asked: A) => V {
  const memoryOf = oncePer((_key: K) => new Map<unknown, V>());
  return (key, ...asked) => {
    const made = memoryOf(key);
    const askedKey = keyOf(...asked);
    const known = made.get(askedKey);
    if (known !== undefined || made.has(askedKey)) return known as V;
    const value = make(key, ...asked);
    made.set(askedKey, value);
    return value;
  };
}

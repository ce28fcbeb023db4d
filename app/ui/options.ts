/** Options in the order of their values, from the label of each. */
export const optionsOf = <V extends string>(labels: Record<V, string>) =>
	(Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }));

/** The named properties of an object that has more. */
export function pick<From extends object, Name extends keyof From>(
	from: From,
	names: readonly Name[],
): Pick<From, Name> {
	return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

/** Like `pick`, without the properties that are missing or undefined. */
export function pickDefined<From extends object, Name extends keyof From>(
	from: From,
	names: readonly Name[],
): { [Key in Name]?: Exclude<From[Key], undefined> } {
	return pick(
		from,
		names.filter((name) => from[name] !== undefined),
	) as { [Key in Name]?: Exclude<From[Key], undefined> };
}

/** Somebody who is invited. */
export interface TypedPerson {
	name: string;
	email: string;
}

/**
 * Reads addresses as people type or paste them: one a line, or with commas or semicolons between them, each `name@example.org` or
 * `Name <name@example.org>`. The same address twice counts once.
 * @returns the people, and what is no address
 */
export function parsePeople(typed: string): { people: TypedPerson[]; wrong: string[] } {
	const people = new Map<string, TypedPerson>();
	const wrong: string[] = [];
	for (const part of typed.split(/[\n,;]/)) {
		const text = part.trim();
		if (text === '') continue;
		const open = text.lastIndexOf('<');
		const isNamed = open >= 0 && text.endsWith('>');
		const email = (isNamed ? text.slice(open + 1, -1) : text).trim();
		const name = isNamed ? text.slice(0, open).trim().replace(/^"|"$/g, '').slice(0, 200) : '';
		if (email.length > 254 || !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email)) wrong.push(text);
		else if (!people.has(email.toLowerCase())) people.set(email.toLowerCase(), { name, email });
	}
	return { people: [...people.values()], wrong };
}

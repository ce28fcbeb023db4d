import { type BrokenLine, type Property, readProperty } from './content-lines.ts';

/** A part of a calendar file between BEGIN and END. */
export interface Component {
	/** `VEVENT`; in upper case. */
	name: string;
	properties: Property[];
	children: Component[];
	/** Lines inside it that are no properties. */
	broken: BrokenLine[];
	/** Number of the line of its BEGIN. */
	line: number;
	/** `begin`: another one began before its END. `file`: the file ended before. */
	endedBy: 'end' | 'begin' | 'file';
}

/** Components nest at most a few levels deep: calendar, event, alarm. */
const MAX_DEPTH = 12;

/**
 * Builds the tree of components from logical lines, going on after whatever is wrong: an END without BEGIN is passed over, a
 * component that is never closed ends where its parent does or where the next of its kind begins.
 */
export function readComponents(lines: { text: string; line: number }[]): Component {
	const root: Component = component('', 0);
	const open: Component[] = [root];
	for (const { text, line } of lines) {
		const current = open.at(-1) as Component;
		if (text.trim() === '') continue;
		const property = readProperty(text, line);
		if (!property) {
			current.broken.push({ line, text: text.slice(0, 80) });
		} else if (property.name === 'BEGIN') {
			begin(open, component(property.value.trim().toUpperCase(), line));
		} else if (property.name === 'END') {
			end(open, property.value.trim().toUpperCase());
		} else {
			current.properties.push(property);
		}
	}
	for (const part of open) part.endedBy = 'file';
	root.endedBy = 'end';
	return root;
}

function component(name: string, line: number): Component {
	return { name, properties: [], children: [], broken: [], line, endedBy: 'begin' };
}

function begin(open: Component[], child: Component): void {
	// An event holds no events, a calendar no calendars: the one before was never closed.
	const same = open.findIndex((candidate) => candidate.name === child.name);
	if (same > 0) open.length = same;
	const parent = open.at(-1) as Component;
	parent.children.push(child);
	if (open.length < MAX_DEPTH) open.push(child);
}

function end(open: Component[], name: string): void {
	const index = open.findLastIndex((candidate) => candidate.name === name);
	if (index <= 0) return;
	(open[index] as Component).endedBy = 'end';
	open.length = index;
}

/** The first property of a name, or undefined. */
export function find(part: Component, name: string): Property | undefined {
	return part.properties.find((property) => property.name === name);
}

/** All properties of a name. */
export function findAll(part: Component, name: string): Property[] {
	return part.properties.filter((property) => property.name === name);
}

import { createHash } from 'node:crypto';

/** Numbers, ids and quoted values differ from crash to crash; what is left says which kind it is. */
function kindOf(message: string): string {
	return message
		.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '#')
		.replace(/(["'`]).*?\1/g, '#')
		.replace(/\d+/g, '#')
		.slice(0, 300);
}

/** The first place in our code, without the line and without the hash in the name of a built file. */
export function placeIn(stack: string): string {
	for (const line of stack.split('\n')) {
		if (/node_modules|node:internal/.test(line)) continue;
		const file = line.slice(line.lastIndexOf('/') + 1).trimEnd();
		const name = /^([\w.-]+?)(?:-[\w-]{8})?\.m?[jt]sx?(?::\d{1,9}){1,2}\)?$/.exec(file)?.[1];
		if (name !== undefined) return name;
	}
	return '';
}

/** One name for all crashes of one kind. */
export function fingerprintOf(crash: {
	source: string;
	name: string;
	message: string;
	stack: string;
}): string {
	return createHash('sha256')
		.update([crash.source, crash.name, kindOf(crash.message), placeIn(crash.stack)].join('\0'))
		.digest('hex')
		.slice(0, 32);
}

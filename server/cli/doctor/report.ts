/** The result of one check. `warn` works but should be reviewed; `fail` must be fixed. */
export interface Finding {
	name: string;
	state: 'ok' | 'warn' | 'fail';
	text: string;
}

const marks = { ok: 'ok  ', warn: 'note', fail: 'FAIL' };

export function findingLine({ name, state, text }: Finding): string {
	return `${marks[state]}  ${name.padEnd(12)} ${text}`;
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What PostgreSQL learned after version 15, the oldest that Foyer works on; tests run on the newest and would not notice. */
const newer =
	/\b(uuidv7|uuidv4|any_value|array_shuffle|array_sample|array_sort|array_reverse|random_normal|json_table|json_serialize|json_scalar|json_array|json_object|json_arrayagg|json_objectagg|json_exists|json_value|json_query|pg_input_is_valid|pg_input_error_info|uuid_extract_timestamp|to_regtypemod|casefold)\s*\(|\bIS JSON\b|\bGENERATED ALWAYS AS \([^)]*\) VIRTUAL\b|\bRETURNING (WITH \()?(old|new)\b|\bWITHOUT OVERLAPS\b/;

test('no statement needs a PostgreSQL newer than 15', () => {
	const files = globSync('server/**/*.{ts,sql}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
	expect(files.length).toBeGreaterThan(200);
	const found = files.flatMap((file) =>
		readFileSync(join(root, file), 'utf8')
			.split('\n')
			.flatMap((line, n) =>
				newer.test(line) && !/^\s*(\*|\/\/)/.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [],
			),
	);
	expect(found).toEqual([]);
});

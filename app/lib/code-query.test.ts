import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedCode } from '#shared/contracts/codes.ts';
import { codeQuery } from './code-query.ts';

test.each([
	['', {}],
	['?code=', {}],
	['?code=%20%20', {}],
	['?tickets=3&code=%20EARLY', { code: 'EARLY' }],
	['?code=ear%C3%AB-1', { code: 'earë-1' }],
])('the code of %j', (search, query) => expect(codeQuery(search)).toEqual(query));

test('whatever an address says can be requested', () =>
	fc.assert(
		fc.property(fc.array(fc.nat(0xffff), { maxLength: 120 }), (units) => {
			const search = `?${new URLSearchParams({ code: String.fromCharCode(...units) })}`;
			expect(typedCode().optional().safeParse(codeQuery(search).code).success).toBe(true);
		}),
	));

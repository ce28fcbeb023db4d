import { expect, test } from 'vitest';
import { withoutTracking } from './tracking-parameters.ts';

test.each([
	['', ''],
	['?', ''],
	['?utm_source=mail&utm_campaign=May', ''],
	['?fbclid=a&gclid=b&msclkid=c&mc_cid=d&_hsenc=e', ''],
	['?q=jazz&utm_source=mail&city=Berlin', '?q=jazz&city=Berlin'],
	['?q=utm_source', '?q=utm_source'],
	['?UTM_Source=x&cursor=a%3Db', '?cursor=a%3Db'],
	['?format=online&clid=1', '?format=online&clid=1'],
])('%s becomes %s', (query, expected) => {
	expect(withoutTracking(query)).toBe(expected);
});

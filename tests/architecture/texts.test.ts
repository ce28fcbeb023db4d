import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsOf } from './read-texts.ts';

/**
 * Texts that people read keep to one vocabulary: email and not mail, someone and not somebody, undo and not take back, revoke and not
 * withdraw. Read are the tagged templates of messages, `msg` descriptors, texts in <Trans>, summaries of endpoints and the shipped
 * articles.
 */
const root = join(import.meta.dirname, '../..');
const unwanted =
	/\b(?:(?:some|every|no)body|withdr[ae]w\w*|t(?:ake|akes|aken|ook) back|stands? here|told|mailbox(?:es)?|mails?(?! servers?\b))\b/i;
/** Files with texts of the withdrawal function, or that lead to it: the law has words for it (Directive 2011/83/EU, article 11a). */
const mayWithdraw = [
	'app/features/withdrawals/',
	'server/domain/withdrawals/',
	'server/emails/withdrawals/',
	'shared/contracts/withdrawals.ts',
	'shared/rules/webhook-types.ts',
	'app/routes/public/withdraw.tsx',
	'app/routes/public/withdrawal.tsx',
	'app/routes/public/gift-cards.tsx',
	'app/routes/public/gift-card-balance.tsx',
	'app/routes/organiser/money-layout.tsx',
	'app/routes/organiser/money-withdrawals.tsx',
	'app/features/admin/job-labels.ts',
	'app/features/admin/mail-labels.ts',
	'app/features/events/components/dashboard/needs-you.tsx',
	'app/features/events/components/edit/field-labels.ts',
	'app/features/events/components/organiser/organiser-screen.tsx',
	'app/features/integrations/labels.ts',
	'app/features/money/components/money-tabs.tsx',
	'app/features/notices/components/notice-row.tsx',
	'app/features/orders-admin/order-labels.ts',
	'app/features/palette/command-palette.tsx',
	'app/features/tickets/components/ticket-type-fields.tsx',
	'server/domain/content/shipped/help/take-withdrawals.md',
	'server/domain/content/shipped/help/withdraw-from-a-contract.md',
	'server/domain/reports/datasets/withdrawals.ts',
	'server/domain/tickets/commands/update-ticket-type.ts',
];
const withdrawing = /\bwithdr[ae]w\w*\b/gi;
/** What was said of the product and was not so. */
const untrue =
	/free and open|servers? of your own|operator’s own server|registration page of its own|undo asks for a reason|exactly what is sent|errors each call can answer|whoever invited you|in this version|the mail is on its way/i;
test('texts that people read keep to the vocabulary and to what is so', () => {
	const files = globSync(['{app,server,shared}/**/*.{ts,tsx}', 'server/domain/content/shipped/**/*.md'], {
		cwd: root,
	}).filter((file) => !/\.test\.|routes\/dev\//.test(file));
	let read = 0;
	const found = files.flatMap((file) => {
		const source = readFileSync(join(root, file), 'utf8');
		const texts = file.endsWith('.md') ? source.split('\n') : textsOf(file, source);
		read += texts.length;
		return texts.flatMap((written) => {
			const text = mayWithdraw.some((path) => file.startsWith(path))
				? written.replaceAll(withdrawing, '…')
				: written;
			const word = (unwanted.exec(text) ?? untrue.exec(text))?.[0];
			return word ? [`${file}: “${word}” in “${text}”`] : [];
		});
	});
	expect(read).toBeGreaterThan(4_000);
	expect(found).toEqual([]);
});

test('the reader finds texts, and passes by code', () => {
	const source = `const somebody = <p title={t\`One \${x}\`}><Trans>Two <b>three</b></Trans>nobody</p>; const a = msg({ message: 'Four' });`;
	expect(textsOf('a.tsx', source)).toEqual(['One …', 'Two', 'three', 'Four']);
});

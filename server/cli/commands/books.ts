import { listBalances } from '#server/domain/ledger/queries.ts';
import { findEventId } from '#server/domain/tickets/event-reference.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { command } from '../command.ts';

/** An amount as a plain decimal number, with the digits of its currency: `-12.50`. */
function decimal(minor: number, currency: string): string {
	const digits = currencyDigits(currency);
	const text = String(Math.abs(minor)).padStart(digits + 1, '0');
	const sign = minor < 0 ? '-' : '';
	return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export const booksCommand = command({
	name: 'books',
	summary:
		"Print an event's accounts: name, debit, credit and balance, one per line, and check that they balance.",
	parameters: ['EVENT'],
	async run({ parameters, services, print }) {
		const all = await services({ isReading: true });
		const eventId = await findEventId(all, parameters[0] ?? '');
		const stock = eventId && (await stockStore(all).get(eventId, 0));
		if (!stock) throw notFound('The event');
		const balances = await listBalances(all.database.db, stock);
		let isBalanced = true;
		for (const { currency, accounts } of balances) {
			const write = (minor: number) => decimal(minor, currency);
			for (const { account, debitMinor, creditMinor, balanceMinor } of accounts)
				print([account, write(debitMinor), write(creditMinor), write(balanceMinor)].join('\t'));
			isBalanced &&= accounts.reduce((sum, one) => sum + one.balanceMinor, 0) === 0;
		}
		print(isBalanced ? 'balanced' : 'not balanced');
		return isBalanced ? 0 : 1;
	},
});

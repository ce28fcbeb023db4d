import { msg } from '#server/platform/messages.ts';
import type { Block, Fact } from './content.ts';
import type { MailContext } from './render-mail.ts';

/** What an order costs, as mails tell it; null where nothing is paid. */
export interface MailAmounts {
	currency: string;
	totalMinor: number;
	taxes: { basisPoints: number; taxMinor: number }[];
	/** The built-in gateway: no real money moves. */
	isTest: boolean;
}

export const sampleAmounts: MailAmounts = {
	currency: 'EUR',
	totalMinor: 4_800,
	taxes: [{ basisPoints: 1_900, taxMinor: 766 }],
	isTest: true,
};

/** The total with its taxes, as a row of facts. */
export function amountFacts(
	{ currency, totalMinor, taxes }: MailAmounts,
	{ t, formats }: MailContext,
): Fact[] {
	return [
		{
			label: t(msg({ message: 'Total' })),
			lines: [
				formats.money(totalMinor, currency),
				...taxes.map(({ basisPoints, taxMinor }) =>
					t(msg({ message: 'incl. {tax} tax ({rate})' }), {
						tax: formats.money(taxMinor, currency),
						rate: `${formats.number(basisPoints / 100)} %`,
					}),
				),
			],
		},
	];
}

/** Says that no real money moves; nothing in live mode. */
export const testModeNote = (isTest: boolean, { t }: MailContext): Block[] =>
	isTest ? [{ kind: 'note', text: t(msg({ message: 'Test mode: no real money is moved.' })) }] : [];

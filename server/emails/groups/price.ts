import { msg } from '#server/platform/messages.ts';
import type { Fact } from '../kit/content.ts';
import type { MailContext } from '../kit/render-mail.ts';

/** What a guest pays for a place, all in. */
export interface GroupPrice {
	totalMinor: number;
	currency: string;
}

/** What a place costs each guest. */
export const priceFact = ({ totalMinor, currency }: GroupPrice, { t, formats }: MailContext): Fact => ({
	label: t(msg({ message: 'Price of a spot' })),
	lines: [totalMinor === 0 ? t(msg({ message: 'Free' })) : formats.money(totalMinor, currency)],
});

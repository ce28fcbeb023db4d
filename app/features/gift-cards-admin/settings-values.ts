import type { GiftCardSettings } from '#shared/contracts/organiser-gift-cards.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { validYearsOptions } from '#shared/rules/gift-cards.ts';

/** How gift cards are sold as the form holds it, by the field names of the API; amounts as typed. */
export interface SettingsValues {
	isOffered: boolean;
	currency: string;
	amountsMinor: string[];
	leastMinor: string;
	mostMinor: string;
	/** Empty: they do not expire. */
	validYears: string;
	details: string;
}

export type SettingsProblem = 'not-money' | 'most-below-least' | 'out-of-bounds';

/** Something wrong with a field of the API, or with one row of it: `amountsMinor.2`. */
export interface SettingsFault {
	field: string;
	problem: SettingsProblem;
}

/** Initial values of the form. */
export function valuesOfSettings(settings: GiftCardSettings): SettingsValues {
	const { currency } = settings;
	const text = (minor: number) => moneyToText(minor, currency);
	return {
		isOffered: settings.isOffered,
		currency,
		amountsMinor: settings.amountsMinor.map(text),
		leastMinor: text(settings.leastMinor),
		mostMinor: text(settings.mostMinor),
		validYears: settings.validYears === null ? '' : String(settings.validYears),
		details: settings.details,
	};
}

/** The values as the API takes them, or all that is wrong with them. */
export function readSettings(
	values: SettingsValues,
): { input: GiftCardSettings } | { faults: SettingsFault[] } {
	const { currency, isOffered, details } = values;
	const faults: SettingsFault[] = [];
	const read = (field: string, typed: string): number => {
		const minor = textToMoney(typed.trim(), currency);
		if (!minor) faults.push({ field, problem: 'not-money' });
		return minor ?? 0;
	};
	const leastMinor = read('leastMinor', values.leastMinor);
	const mostMinor = read('mostMinor', values.mostMinor);
	const areBoundsKnown = faults.length === 0;
	if (areBoundsKnown && mostMinor < leastMinor)
		faults.push({ field: 'mostMinor', problem: 'most-below-least' });
	const amountsMinor: number[] = [];
	for (const [row, typed] of values.amountsMinor.entries()) {
		// A row that was left empty is no amount.
		if (typed.trim() === '') continue;
		const field = `amountsMinor.${row}`;
		const minor = read(field, typed);
		if (areBoundsKnown && minor > 0 && (minor < leastMinor || minor > mostMinor))
			faults.push({ field, problem: 'out-of-bounds' });
		amountsMinor.push(minor);
	}
	if (faults.length > 0) return { faults };
	const validYears = validYearsOptions.find((years) => String(years) === values.validYears) ?? null;
	return {
		input: { isOffered, currency, amountsMinor, leastMinor, mostMinor, validYears, details: details.trim() },
	};
}

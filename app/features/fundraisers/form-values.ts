import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { type ChargeProblem, chargeProblem } from '#shared/rules/pricing/chargeable.ts';
import type { FundraiserInput } from './api.ts';

/** A fundraiser as its form holds it, by the field names of the API; amounts as typed. */
export interface FundraiserValues {
	goalMinor: string;
	story: string;
	presetsMinor: string[];
	/** One for each preset. */
	presetTexts: string[];
	wall: Fundraiser['wall'];
	monthly: boolean;
	supporters: Fundraiser['supporters'];
}

/** Initial values of the form; without a fundraiser, the usual defaults. */
export function valuesOfFundraiser(fundraiser: Fundraiser | null): FundraiserValues {
	if (!fundraiser)
		return {
			goalMinor: '',
			story: '',
			presetsMinor: [],
			presetTexts: [],
			wall: 'public',
			monthly: true,
			supporters: 'off',
		};
	const { goalMinor, currency, presetsMinor, presetTexts, story, wall, monthly, supporters } = fundraiser;
	return {
		goalMinor: moneyToText(goalMinor, currency),
		story,
		presetsMinor: presetsMinor.map((minor) => moneyToText(minor, currency)),
		presetTexts,
		wall,
		monthly,
		supporters,
	};
}

export type FundraiserProblem = 'required' | 'not-money' | ChargeProblem;

/** Something wrong with an amount: `preset` is its position, null is the goal. */
export interface FundraiserFault {
	problem: FundraiserProblem;
	preset: number | null;
}

/** The values as the API takes them, or everything that is wrong with the amounts. */
export function readFundraiser(
	values: FundraiserValues,
	currency: string,
): { input: FundraiserInput } | { faults: FundraiserFault[] } {
	const faults: FundraiserFault[] = [];
	const goalMinor = textToMoney(values.goalMinor.trim(), currency);
	if (values.goalMinor.trim() === '' || goalMinor === 0) faults.push({ problem: 'required', preset: null });
	else if (goalMinor === null) faults.push({ problem: 'not-money', preset: null });
	const presetsMinor: number[] = [];
	const presetTexts: string[] = [];
	for (const [preset, typed] of values.presetsMinor.entries()) {
		const said = values.presetTexts[preset]?.trim() ?? '';
		const text = typed.trim();
		// A row that was left empty is no preset.
		if (text === '' && said === '') continue;
		const minor = textToMoney(text, currency);
		const problem = text === '' ? 'required' : minor === null ? 'not-money' : chargeProblem(minor, currency);
		if (problem) faults.push({ problem, preset });
		presetsMinor.push(minor ?? 0);
		presetTexts.push(said);
	}
	if (faults.length > 0 || goalMinor === null) return { faults };
	const { story, wall, monthly, supporters } = values;
	return { input: { goalMinor, currency, story, presetsMinor, presetTexts, wall, monthly, supporters } };
}

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

/** What stands in the form at first; without a fundraiser, what suits most. */
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

/** The values as the API takes them, or what is wrong with an amount: `preset` is its position, null is the goal. */
export function readFundraiser(
	values: FundraiserValues,
	currency: string,
): { input: FundraiserInput } | { problem: FundraiserProblem; preset: number | null } {
	const goalMinor = textToMoney(values.goalMinor.trim(), currency);
	if (values.goalMinor.trim() === '' || goalMinor === 0) return { problem: 'required', preset: null };
	if (goalMinor === null) return { problem: 'not-money', preset: null };
	const presetsMinor: number[] = [];
	const presetTexts: string[] = [];
	for (const [preset, typed] of values.presetsMinor.entries()) {
		const said = values.presetTexts[preset]?.trim() ?? '';
		// A row that was left empty is no preset.
		if (typed.trim() === '' && said === '') continue;
		const minor = textToMoney(typed.trim(), currency);
		if (typed.trim() === '') return { problem: 'required', preset };
		const problem = minor === null ? 'not-money' : chargeProblem(minor, currency);
		if (problem) return { problem, preset };
		presetsMinor.push(minor as number);
		presetTexts.push(said);
	}
	return {
		input: {
			goalMinor,
			currency,
			story: values.story,
			presetsMinor,
			presetTexts,
			wall: values.wall,
			monthly: values.monthly,
			supporters: values.supporters,
		},
	};
}

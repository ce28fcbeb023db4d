import { useLingui } from '@lingui/react/macro';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { AccountChart, TaxMode } from '#shared/rules/datev/accounts.ts';
import type { DatevValues } from '../datev-values.ts';

const lengths = ['4', '5', '6', '7', '8'];

/** The chart of accounts first, since it proposes the numbers; then who the books belong to, and who works out the tax. */
export function DatevFields(props: {
	values: DatevValues;
	set: (part: Partial<DatevValues>) => void;
	problem: (name: string) => string | undefined;
}) {
	const { t, i18n } = useLingui();
	const { values, set, problem } = props;
	const monthName = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' });
	const number = (name: 'consultantNumber' | 'clientNumber', label: string, hint: string) => (
		<TextField
			label={label}
			hint={hint}
			name={name}
			inputMode="numeric"
			autoComplete="off"
			maxLength={7}
			value={values[name]}
			onChange={(event) => set({ [name]: event.target.value })}
			error={problem(name)}
		/>
	);
	return (
		<>
			<Select
				label={t`Chart of accounts`}
				name="chart"
				value={values.chart}
				// Numbers of one chart mean something else in another.
				onChange={(event) => set({ chart: event.target.value as AccountChart, accounts: [] })}
				options={[
					{ value: 'skr03', label: 'SKR03' },
					{ value: 'skr04', label: 'SKR04' },
					{ value: 'other', label: t`Your own chart` },
				]}
				hint={t`Proposes the numbers below. Another chart clears the numbers that you entered.`}
			/>
			{number('consultantNumber', t`Consultant number`, t`Beraternummer, from 1001 to 9999999`)}
			{number('clientNumber', t`Client number`, t`Mandantennummer, from 1 to 99999`)}
			<Select
				label={t`Digits of an account number`}
				name="accountLength"
				value={values.accountLength}
				onChange={(event) => set({ accountLength: event.target.value })}
				options={lengths.map((value) => ({ value, label: value }))}
				hint={t`Sachkontenlänge. Customer and supplier accounts have one more.`}
			/>
			<Select
				label={t`Fiscal year begins in`}
				name="fiscalYearStart"
				value={values.fiscalYearStart}
				onChange={(event) => set({ fiscalYearStart: event.target.value })}
				options={Array.from({ length: 12 }, (_, month) => ({
					value: String(month + 1),
					label: monthName.format(new Date(Date.UTC(2026, month, 1))),
				}))}
			/>
			<RadioGroup
				label={t`Tax`}
				name="taxMode"
				value={values.taxMode}
				onChange={(event) => set({ taxMode: event.target.value as TaxMode })}
				options={[
					{
						value: 'gross',
						label: t`Gross amounts`,
						description: t`The bookkeeping program works out the tax by account or tax key. Rounding differences are posted, so the sums equal the report.`,
					},
					{
						value: 'net',
						label: t`Net amounts with separate tax`,
						description: t`With SKR03 and SKR04 the automatic tax of an account is turned off by key 40.`,
					},
				]}
			/>
		</>
	);
}

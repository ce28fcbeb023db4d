import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { hasRates, mappingKey, proposedNumber } from '#shared/rules/datev/accounts.ts';
import type { AccountNames } from '../account-names.ts';
import {
	type DatevValues,
	fieldOf,
	keyFieldOf,
	listedAccounts,
	type MissingAccount,
	withAccount,
} from '../datev-values.ts';

/** The number of each account. A field that is empty has the number that the chart proposes, shown in its place. */
export function AccountTable(props: {
	values: DatevValues;
	set: (part: Partial<DatevValues>) => void;
	problem: (name: string) => string | undefined;
	names: AccountNames;
	rates: readonly (number | null)[];
	missing: readonly MissingAccount[];
}) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { values, set, problem } = props;
	const entered = new Map(values.accounts.map((one) => [mappingKey(one), one]));
	const length = Number(values.accountLength);
	const rateName = (rate: number | null) =>
		rate === null ? t`without a rate` : `${formats.number(rate / 100)} %`;
	return (
		<section className="flex flex-col gap-3" aria-label={t`Account numbers`}>
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h3 className="font-medium">
					<Trans>Account numbers</Trans>
				</h3>
				<Button
					variant="ghost"
					size="sm"
					disabledReason={values.accounts.length === 0 ? t`All numbers are proposals` : undefined}
					onClick={() => set({ accounts: [] })}
				>
					<Trans>Reset to proposals</Trans>
				</Button>
			</div>
			<p className="text-sm text-muted">
				{values.chart === 'other' ? (
					<Trans>Enter the numbers of the accounts you use.</Trans>
				) : (
					<Trans>Where a field is empty, the proposed number in grey is used.</Trans>
				)}
			</p>
			<ul className="flex flex-col">
				{listedAccounts(values, props.rates, props.missing).map((one) => {
					const key = mappingKey(one);
					const name = i18n._(props.names[one.account]);
					const label = hasRates(one.account) ? `${name}, ${rateName(one.taxBasisPoints)}` : name;
					const now = entered.get(key);
					const hasKey = hasRates(one.account) && one.account !== 'tax';
					return (
						<li
							key={key}
							className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-hairline py-2"
						>
							<span className="min-w-40 flex-1 text-sm">{label}</span>
							<span className="flex gap-2">
								<TextField
									label={t`Number of ${label}`}
									isLabelHidden
									className="w-28"
									name={fieldOf(one)}
									inputMode="numeric"
									autoComplete="off"
									maxLength={9}
									placeholder={proposedNumber(values.chart, length, one)}
									value={now?.number ?? ''}
									onChange={({ target }) =>
										set({ accounts: withAccount(values.accounts, one, { number: target.value.trim() }) })
									}
									error={problem(fieldOf(one))}
								/>
								{hasKey ? (
									<TextField
										label={t`Tax key of ${label}`}
										isLabelHidden
										className="w-20"
										name={keyFieldOf(one)}
										inputMode="numeric"
										autoComplete="off"
										maxLength={4}
										placeholder={t`Key`}
										value={now?.taxKey ?? ''}
										onChange={({ target }) =>
											set({ accounts: withAccount(values.accounts, one, { taxKey: target.value.trim() }) })
										}
										error={problem(keyFieldOf(one))}
									/>
								) : (
									<span className="w-20" />
								)}
							</span>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

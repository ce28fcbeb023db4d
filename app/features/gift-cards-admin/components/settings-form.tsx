import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useSection } from '#app/lib/use-section.ts';
import { AddRowButton } from '#app/ui/add-row-button.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { IconButton } from '#app/ui/icon-button.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { Select } from '#app/ui/select.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { AppError } from '#shared/errors/app-error.ts';
import { listCurrencies } from '#shared/lib/currency-list.ts';
import { MAX_OFFERED_AMOUNTS, validYearsOptions } from '#shared/rules/gift-cards.ts';
import { type SavedGiftCardSettings, useSaveGiftCardSettings } from '../api.ts';
import {
	readSettings,
	type SettingsProblem,
	type SettingsValues,
	valuesOfSettings,
} from '../settings-values.ts';

/** Whether gift cards are sold on the public page, for which amounts, and for how long they can be used. */
export function SettingsForm(props: {
	organisation: string;
	settings: SavedGiftCardSettings;
	isEditable: boolean;
	/** Cards were issued: their currency stays. */
	hasCards: boolean;
	reload: () => Promise<SavedGiftCardSettings>;
}) {
	const { t, i18n } = useLingui();
	const { settings, reload, isEditable, hasCards } = props;
	const save = useSaveGiftCardSettings(props.organisation);
	const currencies = useMemo(() => listCurrencies(i18n.locale), [i18n.locale]);
	const problems: Record<SettingsProblem, string> = {
		'not-money': t`Enter an amount, like 12.50.`,
		'most-below-least': t`The highest amount must be at least the lowest.`,
		'out-of-bounds': t`Enter an amount between the lowest and the highest.`,
	};
	const section = useSection<SettingsValues>({
		saved: valuesOfSettings(settings),
		version: settings.version,
		rows: ['amountsMinor'],
		reload,
		async write(_, all, version) {
			const read = readSettings(all);
			if ('faults' in read)
				throw new AppError('VALIDATION_FAILED', {
					details: read.faults.map(({ field, problem }) => ({
						field,
						message: problems[problem],
						code: 'VALIDATION_FAILED',
					})),
				});
			await save(read.input, version);
			return undefined;
		},
	});
	const { values, set, problem } = section;
	const amount = (name: 'leastMinor' | 'mostMinor', label: string) => (
		<TextField
			label={label}
			name={name}
			prefix={values.currency}
			inputMode="decimal"
			autoComplete="off"
			className="w-44"
			value={values[name]}
			onChange={(event) => set({ [name]: event.target.value })}
			error={problem(name)}
		/>
	);
	return (
		<SectionCard
			id="settings"
			size="lg"
			title={t`Selling gift cards`}
			description={t`Gift cards are valid for all your events. They are taxed when they are used, not when they are sold.`}
			section={section}
			isEditable={isEditable}
			lockedReason={t`Only members who can manage money can change this.`}
		>
			{settings.takesPayments ? null : <NoPaymentsNote />}
			<Switch
				label={t`Sell gift cards online`}
				hint={t`Your public gift card page is linked from your organiser page.`}
				name="isOffered"
				checked={values.isOffered}
				onChange={(event) => set({ isOffered: event.target.checked })}
			/>
			<Select
				label={t`Currency`}
				name="currency"
				className="max-w-80"
				value={values.currency}
				disabled={hasCards}
				onChange={(event) => set({ currency: event.target.value })}
				options={currencies}
				hint={
					hasCards
						? t`The currency can’t be changed once gift cards were issued.`
						: t`Gift cards pay for events in this currency.`
				}
				error={problem('currency')}
			/>
			<AmountFields values={values} set={set} problem={problem} />
			<div className="flex flex-wrap items-start gap-4">
				{amount('leastMinor', t`Lowest amount`)}
				{amount('mostMinor', t`Highest amount`)}
			</div>
			<Select
				label={t`Valid for`}
				name="validYears"
				className="max-w-80"
				value={values.validYears}
				onChange={(event) => set({ validYears: event.target.value })}
				options={[
					...validYearsOptions.map((years) => ({ value: String(years), label: t`${String(years)} years` })),
					{ value: '', label: t`No expiry date` },
				]}
				hint={t`Until the end of the last year. Gift cards that were issued keep their date.`}
				error={problem('validYears')}
			/>
			<TextArea
				label={t`Text on the page`}
				name="details"
				isOptional
				rows={3}
				maxLength={1_000}
				value={values.details}
				onChange={(event) => set({ details: event.target.value })}
				error={problem('details')}
				hint={t`What gift cards can be used for, for example.`}
			/>
		</SectionCard>
	);
}

/** Cards can be issued manually alone until there is a payment account. */
function NoPaymentsNote() {
	const { t } = useLingui();
	return (
		<Callout
			tone="info"
			title={t`Cards can’t be charged yet`}
			action={
				<ButtonLink to="/stripe-connect-demo" variant="outline" size="sm">
					{t`Set up payments`}
				</ButtonLink>
			}
		>
			<Trans>
				Connect a payment account to sell gift cards online. Until then you can issue them manually.
			</Trans>
		</Callout>
	);
}

function AmountFields(props: {
	values: SettingsValues;
	set: (part: Partial<SettingsValues>) => void;
	problem: (name: string) => string | undefined;
}) {
	const { t } = useLingui();
	const { values, set, problem } = props;
	const rows = useRef<HTMLFieldSetElement>(null);
	const { amountsMinor, currency } = values;
	return (
		<fieldset ref={rows} className="flex flex-col gap-3">
			<legend className="mb-1 text-sm font-medium">
				<Trans>Suggested amounts</Trans>
			</legend>
			<p className="text-compact text-muted">
				<Plural
					value={MAX_OFFERED_AMOUNTS}
					one="Up to #. Buyers can always enter another amount."
					other="Up to #. Buyers can always enter another amount."
				/>
			</p>
			<div className="flex flex-wrap gap-x-4 gap-y-3">
				{amountsMinor.map((amount, index) => (
					<div key={index} className="flex items-start gap-1">
						<TextField
							data-row-start
							label={t`Amount ${index + 1}`}
							name={`amountsMinor.${index}`}
							error={problem(`amountsMinor.${index}`)}
							prefix={currency}
							inputMode="decimal"
							autoComplete="off"
							className="w-36 flex-none"
							value={amount}
							onChange={(event) =>
								set({
									amountsMinor: amountsMinor.map((one, at) => (at === index ? event.target.value : one)),
								})
							}
						/>
						<IconButton
							icon={Trash2}
							label={t`Remove amount ${index + 1}`}
							// On the line of the field, below its label.
							className="mt-6.5"
							onClick={() =>
								changeRows(rows.current, index, () =>
									set({ amountsMinor: amountsMinor.filter((_, at) => at !== index) }),
								)
							}
						/>
					</div>
				))}
			</div>
			{amountsMinor.length < MAX_OFFERED_AMOUNTS ? (
				<AddRowButton
					label={t`Add amount`}
					onAdd={() =>
						changeRows(rows.current, amountsMinor.length, () => set({ amountsMinor: [...amountsMinor, ''] }))
					}
				/>
			) : null}
		</fieldset>
	);
}

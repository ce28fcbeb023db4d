import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { useFormats } from '#app/lib/format.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { coverOf } from '#shared/rules/pricing/cover.ts';
import { giftNames } from '../gift-values.ts';
import { GiftAidChoice } from './gift-aid-choice.tsx';

/** How much: a proposed amount or another one; no donation where tickets can be had alone. */
export function AmountFields(props: {
	fundraiser: Fundraiser;
	hasTickets: boolean;
	choice: string;
	onChoice: (choice: string) => void;
	typed: string;
	onTyped: (typed: string) => void;
	errors: Record<string, string>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { fundraiser, choice, errors } = props;
	const { presetsMinor, presetTexts, currency } = fundraiser;
	const hasChips = presetsMinor.length > 0 || props.hasTickets;
	const made = presetsMinor.flatMap((minor, index) => {
		const text = presetTexts[index];
		return text ? [{ minor, amount: formats.money(minor, currency), text }] : [];
	});
	return (
		<div className="group/amount flex flex-col gap-3">
			<input type="hidden" name="currency" value={currency} />
			{hasChips ? (
				<RadioGroup
					label={t`Amount`}
					name={giftNames.choice}
					look="chips"
					value={choice}
					onChange={(changed) => props.onChoice(changed.target.value)}
					options={[
						...presetsMinor.map((minor) => ({
							value: String(minor),
							label: formats.money(minor, currency),
						})),
						{ value: 'other', label: t`Other amount` },
						...(props.hasTickets ? [{ value: 'none', label: t`No donation` }] : []),
					]}
					error={errors[giftNames.choice]}
					hint={
						made.length > 0 ? (
							<span className="flex flex-col gap-0.5">
								{made.map(({ minor, amount, text }) => (
									<span
										key={minor}
										className={clsx(
											'[overflow-wrap:anywhere]',
											choice === String(minor) && 'font-medium text-ink',
										)}
									>
										{amount}: <bdi>{text}</bdi>
									</span>
								))}
							</span>
						) : undefined
					}
				/>
			) : (
				<input type="hidden" name={giftNames.choice} value="other" />
			)}
			{/* By style, so that it works without script too. */}
			<TextField
				label={presetsMinor.length > 0 ? t`Other amount` : t`Amount`}
				className={
					hasChips && !errors[giftNames.amount]
						? 'not-group-has-[[value=other]:checked]/amount:hidden'
						: undefined
				}
				name={giftNames.amount}
				inputMode="decimal"
				autoComplete="off"
				suffix={currency}
				value={props.typed}
				onChange={(changed) => {
					props.onTyped(changed.target.value);
					props.onChoice('other');
				}}
				error={errors[giftNames.amount]}
			/>
		</div>
	);
}

/** Optional details of a donation beside the amount. */
export function DonorFields(props: {
	amountMinor: number;
	fundraiser: Fundraiser;
	errors: Record<string, string>;
	hasCover: boolean;
	onCover: (hasCover: boolean) => void;
	defaults: Record<string, string>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { amountMinor, fundraiser, defaults } = props;
	const { currency, wall, giftAidCharity } = fundraiser;
	const cover = formats.money(coverOf(amountMinor, currency), currency);
	return (
		<>
			<Checkbox
				label={amountMinor > 0 ? t`Add ${cover} to cover the card fees` : t`Cover the card fees`}
				name={giftNames.cover}
				checked={props.hasCover}
				onChange={(changed) => props.onCover(changed.target.checked)}
			/>
			{giftAidCharity ? <GiftAidChoice charity={giftAidCharity} errors={props.errors} /> : null}
			{wall === 'off' ? null : (
				<Checkbox
					label={t`Give anonymously`}
					hint={t`Your name isn’t shown on this page. The organiser still sees it.`}
					name={giftNames.anonymous}
					defaultChecked={defaults.anonymous === 'on'}
				/>
			)}
			<Checkbox
				label={t`Email me updates about this fundraiser`}
				hint={t`You can unsubscribe with one click.`}
				name={giftNames.updates}
				defaultChecked={defaults.updates === 'on'}
			/>
			<details className="group flex flex-col gap-3" open={Boolean(defaults.message || defaults.honourName)}>
				<summary className="link w-fit cursor-pointer py-1 text-sm">
					<Trans>Add a message or dedication</Trans>
				</summary>
				<div className="mt-3 flex flex-col gap-4">
					<TextArea
						label={t`Message`}
						isOptional
						rows={3}
						maxLength={300}
						hint={wall === 'off' ? t`For the organiser.` : t`Shown on this page.`}
						name={giftNames.said}
						defaultValue={defaults.message}
					/>
					<Select
						label={t`Dedication`}
						name={giftNames.honourKind}
						defaultValue={defaults.honourKind ?? 'honour'}
						options={optionsOf({ honour: t`In honour of`, memory: t`In memory of` })}
					/>
					<TextField
						label={t`Name for the dedication`}
						isOptional
						maxLength={100}
						dir="auto"
						name={giftNames.honourName}
						defaultValue={defaults.honourName}
					/>
				</div>
			</details>
		</>
	);
}

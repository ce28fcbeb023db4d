import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { MarkdownField } from '#app/features/text-editing/components/markdown-field.tsx';
import { useSection } from '#app/lib/use-section.ts';
import { Button } from '#app/ui/button.tsx';
import { changeRows } from '#app/ui/change-rows.ts';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { SectionCard } from '#app/ui/section-card.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Fundraiser } from '#shared/contracts/fundraisers.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { donorWalls, MAX_PRESET_TEXT, MAX_PRESETS, supporterModes } from '#shared/rules/fundraisers.ts';
import { useSaveFundraiser } from '../api.ts';
import {
	type FundraiserProblem,
	type FundraiserValues,
	readFundraiser,
	valuesOfFundraiser,
} from '../form-values.ts';

/** Goal, story, proposed amounts and donor wall; the first save makes the fundraiser. */
export function FundraiserForm(props: {
	event: { id: string; currency: string };
	fundraiser: Fundraiser | null;
	reload: () => Promise<Fundraiser | null>;
	/** Whether something typed is not saved. */
	onDirty: (isDirty: boolean) => void;
}) {
	const { t } = useLingui();
	const { event, fundraiser, reload, onDirty } = props;
	const currency = fundraiser?.currency ?? event.currency;
	const save = useSaveFundraiser(event.id);
	const problems: Record<FundraiserProblem, string> = {
		required: t`Enter an amount.`,
		'not-money': t`Enter an amount, like 12.50.`,
		'amount-step': t`Enter a whole amount.`,
		'amount-too-small': t`This amount is too small to be paid.`,
		'amount-too-large': t`This amount is too large.`,
	};
	const section = useSection<FundraiserValues>({
		saved: valuesOfFundraiser(fundraiser),
		version: fundraiser?.version ?? 0,
		rows: ['presetsMinor'],
		reload: async () => ({ version: (await reload())?.version ?? 0 }),
		async write(_, all, version) {
			const read = readFundraiser(all, currency);
			if ('faults' in read)
				throw new AppError('VALIDATION_FAILED', {
					details: read.faults.map(({ problem, preset }) => ({
						field: preset === null ? 'goalMinor' : `presetsMinor.${preset}`,
						message: problems[problem],
						code: 'VALIDATION_FAILED',
					})),
				});
			await save.mutateAsync({ input: read.input, version });
			return undefined;
		},
	});
	const { values, set, problem, isDirty } = section;
	useEffect(() => onDirty(isDirty), [onDirty, isDirty]);
	const walls = {
		public: t`Names and amounts`,
		amounts_hidden: t`Names only`,
		off: t`No donor wall`,
	};
	const supporters = {
		off: { label: t`None`, description: undefined },
		open: {
			label: t`Anyone can create one`,
			description: t`It is public at once. You can hide it at any time.`,
		},
		reviewed: {
			label: t`After your approval`,
			description: t`New pages, and changed texts, wait until you show them.`,
		},
	};
	return (
		<SectionCard
			id="fundraiser"
			size="lg"
			title={fundraiser ? t`Fundraiser` : t`New fundraiser`}
			section={section}
		>
			<TextField
				label={t`Goal`}
				name="goalMinor"
				prefix={currency}
				inputMode="decimal"
				autoComplete="off"
				className="max-w-60"
				value={values.goalMinor}
				onChange={(event) => set({ goalMinor: event.target.value })}
				error={problem('goalMinor')}
			/>
			<div className="flex flex-col gap-1">
				<p className="text-sm font-medium">
					<Trans>Story</Trans>
				</p>
				<MarkdownField
					label={t`Story`}
					name="story"
					value={values.story}
					onChange={(story) => set({ story })}
					error={problem('story')}
					maxLength={20_000}
				/>
			</div>
			<PresetFields currency={currency} values={values} set={set} problem={problem} />
			<RadioGroup
				label={t`Donor wall`}
				name="wall"
				value={values.wall}
				onChange={(event) => set({ wall: event.target.value as FundraiserValues['wall'] })}
				options={donorWalls.map((value) => ({ value, label: walls[value] }))}
			/>
			<Checkbox
				label={t`Monthly donations`}
				hint={t`By card. Those that were begun continue when you switch this off.`}
				name="monthly"
				checked={values.monthly}
				onChange={(event) => set({ monthly: event.target.checked })}
			/>
			<RadioGroup
				label={t`Pages and teams of supporters`}
				name="supporters"
				value={values.supporters}
				onChange={(event) => set({ supporters: event.target.value as FundraiserValues['supporters'] })}
				options={supporterModes.map((value) => ({ value, ...supporters[value] }))}
			/>
		</SectionCard>
	);
}

function PresetFields(props: {
	currency: string;
	values: FundraiserValues;
	set: (part: Partial<FundraiserValues>) => void;
	problem: (name: string) => string | undefined;
}) {
	const { t } = useLingui();
	const { values, set, currency, problem } = props;
	const rows = useRef<HTMLFieldSetElement>(null);
	const { presetsMinor, presetTexts } = values;
	const changed = (list: string[], index: number, value: string) =>
		presetsMinor.map((_, at) => (at === index ? value : (list[at] ?? '')));
	return (
		<fieldset ref={rows} className="flex flex-col gap-3">
			<legend className="mb-1 text-sm font-medium">
				<Trans>Suggested amounts</Trans>
			</legend>
			<p className="text-compact text-muted">
				<Trans>Donors can always enter another amount.</Trans>
			</p>
			{presetsMinor.map((amount, index) => (
				<div key={index} className="flex flex-wrap items-start gap-2">
					<TextField
						data-row-start
						label={t`Amount ${index + 1}`}
						name={`presetsMinor.${index}`}
						error={problem(`presetsMinor.${index}`)}
						prefix={currency}
						inputMode="decimal"
						autoComplete="off"
						className="w-36 flex-none"
						value={amount}
						onChange={(event) => set({ presetsMinor: changed(presetsMinor, index, event.target.value) })}
					/>
					<TextField
						label={t`What it makes possible`}
						name={`presetTexts.${index}`}
						isOptional
						maxLength={MAX_PRESET_TEXT}
						autoComplete="off"
						className="min-w-0 flex-1 basis-3/5 sm:basis-0"
						dir="auto"
						value={presetTexts[index] ?? ''}
						onChange={(event) => set({ presetTexts: changed(presetTexts, index, event.target.value) })}
					/>
					<IconButton
						icon={Trash2}
						label={t`Remove amount ${index + 1}`}
						// On the line of the fields, below their labels.
						className="mt-6.5"
						onClick={() =>
							changeRows(rows.current, index, () =>
								set({
									presetsMinor: presetsMinor.filter((_, at) => at !== index),
									presetTexts: presetsMinor
										.map((_, at) => presetTexts[at] ?? '')
										.filter((_, at) => at !== index),
								}),
							)
						}
					/>
				</div>
			))}
			{presetsMinor.length < MAX_PRESETS ? (
				<Button
					variant="outline"
					size="sm"
					icon={Plus}
					className="self-start"
					data-add
					onClick={() =>
						changeRows(rows.current, presetsMinor.length, () =>
							set({
								presetsMinor: [...presetsMinor, ''],
								presetTexts: [...presetsMinor.map((_, at) => presetTexts[at] ?? ''), ''],
							}),
						)
					}
				>
					{t`Add amount`}
				</Button>
			) : null}
		</fieldset>
	);
}

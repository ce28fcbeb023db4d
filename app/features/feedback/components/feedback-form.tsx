import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { Form } from '#app/ui/form.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import {
	type CheckedField,
	feedbackBrowsers,
	feedbackCategories,
	feedbackDevices,
	feedbackPriorities,
	feedbackTypes,
} from '#shared/rules/feedback.ts';
import { bufferedLines } from '../console-buffer.ts';
import { screenshotRules } from '../screenshots.ts';
import type { Report } from '../use-report.ts';
import { PriorityBadge, useFeedbackLabels } from './labels.tsx';
import { ScreenshotPreviews } from './screenshot-previews.tsx';

type Draft = Report['draft'];
type SetField = (name: keyof Draft) => (event: { target: { value: string } }) => void;

export function FeedbackForm({ report }: { report: Report }) {
	const { t } = useLingui();
	const labels = useFeedbackLabels();
	const { draft, change, invalid } = report;
	const form = useRef<HTMLFormElement>(null);
	const errorOf = (field: CheckedField) => (invalid?.field === field ? invalid.message : undefined);
	useEffect(() => {
		if (invalid) form.current?.querySelector<HTMLElement>(`[name="${invalid.field}"]`)?.focus();
	}, [invalid]);
	const set: SetField = (name) => (event) => change({ [name]: event.target.value } as Partial<Draft>);
	const field = <N extends keyof Draft>(name: N) => ({ name, value: draft[name], onChange: set(name) });

	return (
		<Form
			ref={form}
			noValidate
			className="pt-4"
			onSubmit={(event) => {
				event.preventDefault();
				void report.submit();
			}}
		>
			<RadioGroup
				label={t`What is it?`}
				look="cards"
				{...field('type')}
				options={feedbackTypes.map((type) => ({ value: type, label: labels.types[type] }))}
			/>
			<TextField label={t`Title`} {...field('title')} maxLength={200} error={errorOf('title')} />
			<TextArea
				label={t`Description`}
				{...field('description')}
				maxLength={10_000}
				error={errorOf('description')}
			/>
			<Select
				label={t`Category`}
				{...field('category')}
				placeholder={t`Select a category`}
				error={errorOf('category')}
				options={feedbackCategories[draft.type].map((value) => ({
					value,
					label: labels.categories[value] ?? value,
				}))}
			/>
			<RadioGroup
				label={t`Priority`}
				look="cards"
				{...field('priority')}
				options={feedbackPriorities.map((value) => ({ value, label: <PriorityBadge priority={value} /> }))}
			/>
			{draft.type === 'bug' ? <BugFields draft={draft} set={set} /> : null}
			<div className="grid grid-cols-2 gap-3">
				<Select
					label={t`Browser`}
					{...field('browser')}
					options={feedbackBrowsers.map((value) => ({
						value,
						label: value === 'Other' ? labels.categories.Other! : value,
					}))}
				/>
				<Select
					label={t`Device`}
					{...field('device')}
					options={feedbackDevices.map((value) => ({
						value,
						label: value === 'Mobile' ? t`Mobile` : t`Desktop`,
					}))}
				/>
			</div>
			<TextField
				label={t`Email`}
				type="email"
				{...field('email')}
				autoComplete="email"
				inputMode="email"
				hint={t`So we can follow up.`}
				error={errorOf('email')}
			/>
			<Screenshots report={report} />
			<Checkbox
				label={t`Include the console log`}
				hint={t`The last ${plural(bufferedLines().length, { one: 'line', other: '# lines' })} of this page’s console, without passwords and links. See them in the preview.`}
				checked={draft.includeConsoleLogs}
				onChange={(event) => change({ includeConsoleLogs: event.target.checked })}
			/>
			<Button type="submit" isLoading={report.isSubmitting}>
				<Trans>Submit</Trans>
			</Button>
		</Form>
	);
}

/** What only bugs have. */
function BugFields({ draft, set }: { draft: Draft; set: SetField }) {
	const { t } = useLingui();
	const fields = [
		{ name: 'steps', label: t`Steps to reproduce`, rows: 3 },
		{ name: 'expectedBehavior', label: t`Expected behaviour`, rows: 2 },
		{ name: 'actualBehavior', label: t`Actual behaviour`, rows: 2 },
	] as const;
	return fields.map(({ name, label, rows }) => (
		<TextArea
			key={name}
			label={label}
			isOptional
			name={name}
			rows={rows}
			maxLength={5_000}
			value={draft[name]}
			onChange={set(name)}
		/>
	));
}

function Screenshots({ report }: { report: Report }) {
	const { t } = useLingui();
	return (
		<div className="flex flex-col gap-3">
			<FileField
				label={t`Screenshots`}
				isOptional
				isMultiple
				note={t`PNG, JPG, GIF up to 5MB each (max 5 screenshots)`}
				accept={screenshotRules.accept}
				onFiles={({ accepted, refused }) =>
					report.addScreenshots([...accepted, ...refused.map(({ file }) => file)])
				}
			/>
			<ScreenshotPreviews
				files={report.screenshots}
				onRemove={(file) => report.setScreenshots(report.screenshots.filter((one) => one !== file))}
			/>
		</div>
	);
}

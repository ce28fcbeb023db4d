import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Section } from '#app/lib/use-section.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import type { FormError } from './error-summary.tsx';
import { FoldableCard } from './foldable-card.tsx';
import { Form } from './form.tsx';
import { Icon } from './icon.tsx';

/** A part of a page that is saved by itself: its fields, what is wrong, and its own Save. */
export function SectionCard<V extends object>(props: {
	/** Target of the page's own navigation. */
	id: string;
	title: string;
	description?: ReactNode;
	/** What is chosen in it, in a line: said beside the title where sections are folded (`FoldedCards`). */
	chosen?: ReactNode;
	section: Section<V>;
	/** Of the heading. */
	size?: 'md' | 'lg';
	/** False while everything in the section takes effect at once. */
	hasSave?: boolean;
	/** False for who may look and not change. */
	isEditable?: boolean;
	/** Why it cannot be changed, in place of the usual reason. */
	lockedReason?: ReactNode;
	children: ReactNode;
}) {
	const {
		id,
		title,
		description,
		section,
		size = 'md',
		hasSave = true,
		isEditable = true,
		lockedReason,
		children,
	} = props;
	const { t } = useLingui();
	const errors = summarised(section);
	return (
		<FoldableCard
			id={id}
			title={title}
			description={description}
			size={size}
			chosen={props.chosen}
			isNeeded={section.isConflict || section.errors.length > 0}
		>
			<Form
				id={`section-${id}`}
				method="post"
				errors={errors}
				keepsFocus={section.isAutosaved === true && errors.every(({ name }) => name === undefined)}
				onSubmit={(event) => {
					event.preventDefault();
					if (section.isDirty && !section.isSaving) void section.save();
				}}
			>
				{section.isConflict ? (
					<Callout
						tone="warning"
						isUrgent
						title={t`Someone else just saved changes.`}
						action={
							<div className="flex flex-wrap gap-2">
								<Button size="sm" variant="outline" onClick={() => void section.takeTheirs()}>
									{t`Load theirs`}
								</Button>
								<Button size="sm" onClick={() => void section.saveMine()} isLoading={section.isSaving}>
									{t`Overwrite with mine`}
								</Button>
							</div>
						}
					>
						<Trans>Loading theirs discards what you typed here.</Trans>
						{section.conflictDetails}
					</Callout>
				) : null}
				<fieldset disabled={!isEditable} className="contents">
					{children}
				</fieldset>
				{section.warnings.map((warning) => (
					<Callout key={warning} tone="warning">
						{warning}
					</Callout>
				))}
				{isEditable ? null : (
					<p className="text-sm text-muted">
						{lockedReason ?? <Trans>Only owners and admins of the organisation can change this.</Trans>}
					</p>
				)}
				<div
					className={
						hasSave && isEditable && !section.isAutosaved
							? 'flex min-h-10 flex-wrap items-center gap-3'
							: 'hidden'
					}
				>
					<Button
						type="submit"
						isLoading={section.isSaving}
						disabledReason={section.isDirty ? undefined : t`No changes`}
					>
						{t`Save`}
					</Button>
					{section.isDirty ? (
						<Button variant="ghost" onClick={section.reset}>
							{t`Discard`}
						</Button>
					) : null}
					<p role="status" className="flex items-center gap-1.5 text-sm text-muted">
						{section.isSaved ? (
							<>
								<Icon icon={Check} className="text-success" />
								<Trans>Saved</Trans>
							</>
						) : section.isDirty ? (
							<Trans>Unsaved changes</Trans>
						) : null}
					</p>
				</div>
			</Form>
		</FoldableCard>
	);
}

/**
 * The entries of the error summary. Where nobody pressed Save, the page's own line says that something was not saved, and the field says
 * why; held fields are published by a press.
 */
function summarised({ isAutosaved, isOffline, errors, held }: Section<object>): readonly FormError[] {
	if (!isAutosaved) return errors;
	return errors.filter(({ name }) => (name === undefined ? !isOffline : name in held));
}

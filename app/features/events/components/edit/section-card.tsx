import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Section } from './use-section.ts';

/** A section of the edit page: its fields, what is wrong, and its own Save. */
export function SectionCard<V extends object>(props: {
	/** Target of the page's own navigation. */
	id: string;
	title: ReactNode;
	description?: ReactNode;
	section: Section<V>;
	/** False while everything in the section takes effect at once. */
	hasSave?: boolean;
	children: ReactNode;
}) {
	const { id, title, description, section, hasSave = true, children } = props;
	const { t } = useLingui();
	return (
		<section
			id={id}
			aria-labelledby={`${id}-title`}
			className="scroll-mt-24 rounded-lg border border-hairline bg-surface"
		>
			<header className="px-5 pt-5">
				<h2 id={`${id}-title`} className="text-lg font-semibold">
					{title}
				</h2>
				{description ? <p className="mt-0.5 max-w-measure text-sm text-muted">{description}</p> : null}
			</header>
			<Form
				id={`edit-${id}`}
				errors={section.errors}
				onSubmit={(event) => {
					event.preventDefault();
					if (section.isDirty && !section.isSaving) void section.save();
				}}
				className="px-5 pt-4 pb-5"
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
					</Callout>
				) : null}
				{children}
				{section.warnings.map((warning) => (
					<Callout key={warning} tone="warning">
						{warning}
					</Callout>
				))}
				<div className={hasSave ? 'flex min-h-10 flex-wrap items-center gap-3' : 'hidden'}>
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
		</section>
	);
}

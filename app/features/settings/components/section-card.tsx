import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { Icon } from '#app/ui/icon.tsx';

interface SectionState {
	errors: FormError[];
	isDirty: boolean;
	isSaving: boolean;
	isSaved: boolean;
	isConflict: boolean;
	save: () => Promise<void>;
	reset: () => void;
	takeTheirs: () => Promise<void>;
	saveMine: () => Promise<void>;
}

/** A part of the settings: its fields, what is wrong, and its own Save. */
export function SectionCard(props: {
	id: string;
	title: ReactNode;
	description?: ReactNode;
	section: SectionState;
	/** False for who may look and not change. */
	isEditable?: boolean;
	children: ReactNode;
}) {
	const { id, title, description, section, isEditable = true, children } = props;
	const { t } = useLingui();
	return (
		<Card id={id} title={title} description={description} className="scroll-mt-24">
			<Form
				id={`settings-${id}`}
				method="post"
				errors={section.errors}
				onSubmit={(event) => {
					event.preventDefault();
					if (section.isDirty && !section.isSaving) void section.save();
				}}
			>
				{section.isConflict ? (
					<Callout
						tone="warning"
						isUrgent
						title={t`Someone else saved this while you were editing.`}
						action={
							<div className="flex flex-wrap gap-2">
								<Button size="sm" variant="outline" onClick={() => void section.takeTheirs()}>
									{t`Load their version`}
								</Button>
								<Button size="sm" onClick={() => void section.saveMine()} isLoading={section.isSaving}>
									{t`Overwrite with mine`}
								</Button>
							</div>
						}
					>
						<Trans>
							Nothing was overwritten. Loading their version discards what you typed in this section.
						</Trans>
					</Callout>
				) : null}
				<fieldset disabled={!isEditable} className="contents">
					{children}
				</fieldset>
				{isEditable ? (
					<div className="flex min-h-10 flex-wrap items-center gap-3">
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
				) : (
					<p className="text-sm text-muted">
						<Trans>Only owners and admins of the organisation can change this.</Trans>
					</p>
				)}
			</Form>
		</Card>
	);
}

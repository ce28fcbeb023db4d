import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { ContentDetail, ContentDraft } from '#shared/contracts/content-editing.ts';
import {
	archiveItem,
	publishItem,
	restoreItem,
	saveDraft,
	unscheduleItem,
	useContentChange,
} from '../api.ts';
import { ContentHistory, SavedPreview } from './content-history.tsx';
import { ContentStateBadge } from './state-badge.tsx';

const TextEditor = lazy(async () => {
	const [{ ContentTextEditor }, { RichTextEditor }] = await Promise.all([
		import('./content-text-editor.tsx'),
		import('#app/features/text-editing/components/rich-text-editor.tsx'),
	]);
	const Editor = (props: Omit<ComponentProps<typeof ContentTextEditor>, 'Editor'>) => (
		<ContentTextEditor {...props} Editor={RichTextEditor} />
	);
	return { default: Editor };
});

const pathOf = (detail: ContentDetail) =>
	detail.kind === 'page'
		? `/${detail.slug}`
		: detail.kind === 'post'
			? `/blog/${detail.slug}`
			: `/help/${detail.slug}`;

/** Typed text stays here until it is saved; every save is a revision, and readers see it when it is published. */
export function ContentEditor({ detail }: { detail: ContentDetail }) {
	const { t } = useLingui();
	const change = useContentChange();
	const [draft, setDraft] = useState<ContentDraft>(detail.draft);
	const [isDirty, setIsDirty] = useState(false);
	const put = (part: Partial<ContentDraft>) => {
		setDraft((before) => ({ ...before, ...part }));
		setIsDirty(true);
	};
	const act = async (work: () => Promise<ContentDetail>, done: string) => {
		try {
			const after = await change.mutateAsync(work);
			toast({ variant: 'success', description: done });
			return after;
		} catch {
			// Shown above the form.
			return null;
		}
	};
	const save = async () => {
		const after = await act(() => saveDraft(detail, draft), t`Draft saved`);
		if (after) setIsDirty(false);
		return after;
	};
	const publish = async (when?: string) => {
		const newest = isDirty ? await save() : detail;
		if (newest) await act(() => publishItem(newest, when), when ? t`Publication scheduled` : t`Published`);
	};
	return (
		<div className="flex flex-col gap-4">
			<div className="flex flex-wrap items-center gap-3">
				<ContentStateBadge item={detail} />
				{detail.state === 'published' ? (
					<ButtonLink to={pathOf(detail)} variant="ghost" size="sm">
						<Trans>View page</Trans>
					</ButtonLink>
				) : null}
				{detail.isShipped && !detail.isEdited ? (
					<span className="text-compact text-muted">
						<Trans>Included with the product. Upgrades update it until you edit it.</Trans>
					</span>
				) : null}
			</div>
			<ErrorCallout error={change.error} />
			<Tabs
				label={t`Text`}
				items={[
					{
						id: 'write',
						label: t`Edit`,
						content: <WriteFields detail={detail} draft={draft} onChange={put} />,
					},
					{
						id: 'preview',
						label: t`Preview`,
						content: isDirty ? (
							<Callout
								action={
									<Button
										size="sm"
										variant="outline"
										isLoading={change.isPending}
										onClick={() => void save()}
									>
										<Trans>Save</Trans>
									</Button>
								}
							>
								<Trans>The preview shows your saved draft.</Trans>
							</Callout>
						) : (
							<SavedPreview item={detail.id} revision={detail.revisions[0]?.id ?? null} />
						),
					},
					{
						id: 'history',
						label: t`History`,
						count: detail.revisions.length,
						content: <ContentHistory detail={detail} onTake={(old) => put({ ...old, slug: draft.slug })} />,
					},
				]}
			/>
			<ActionBar
				detail={detail}
				isPending={change.isPending}
				onSave={() => void save()}
				onPublish={(when) => void publish(when)}
				onAct={(work, done) => void act(work, done)}
			/>
		</div>
	);
}

function WriteFields(props: {
	detail: ContentDetail;
	draft: ContentDraft;
	onChange: (part: Partial<ContentDraft>) => void;
}) {
	const { t } = useLingui();
	const { detail, draft, onChange: put } = props;
	return (
		<div className="flex flex-col gap-4">
			<TextField
				label={t`Title`}
				value={draft.title}
				maxLength={200}
				onChange={(event) => put({ title: event.target.value })}
			/>
			<TextArea
				label={t`Summary`}
				hint={t`For lists and search engines.`}
				rows={2}
				maxLength={500}
				value={draft.summary}
				onChange={(event) => put({ summary: event.target.value })}
			/>
			{detail.kind === 'page' ? null : (
				<div className="grid gap-4 sm:grid-cols-2">
					<TextField
						label={t`URL`}
						hint={detail.publishedAt ? t`Can’t be changed once published.` : undefined}
						readOnly={detail.publishedAt !== null}
						value={draft.slug}
						onChange={(event) => put({ slug: event.target.value })}
					/>
					<TextField
						label={t`Topics`}
						hint={t`Separate with commas`}
						defaultValue={draft.tags.join(', ')}
						onChange={(event) =>
							put({
								tags: event.target.value
									.split(',')
									.map((tag) => tag.trim())
									.filter(Boolean),
							})
						}
					/>
				</div>
			)}
			{detail.kind === 'help' ? (
				<Select
					label={t`Audience`}
					value={draft.audience}
					onChange={(event) => put({ audience: event.target.value as ContentDraft['audience'] })}
					options={[
						{ value: '', label: t`Everyone` },
						{ value: 'visitors', label: t`Visitors` },
						{ value: 'organisers', label: t`Organisers` },
						{ value: 'door', label: t`Check-in staff` },
						{ value: 'operators', label: t`Operators` },
					]}
				/>
			) : null}
			{/* As high from the start as the empty editor is: what stands below is not moved when it comes. */}
			<div className="min-h-dvh">
				<Suspense fallback={<Skeleton className="h-dvh" />}>
					<TextEditor label={t`Text`} initial={draft.body} onChange={(body) => put({ body })} />
				</Suspense>
			</div>
		</div>
	);
}

/** Saving, publishing and archiving. Within reach from anywhere in a long text; on a phone it would take half of the window. */
function ActionBar(props: {
	detail: ContentDetail;
	isPending: boolean;
	onSave: () => void;
	/** Without a time: now. */
	onPublish: (when?: string) => void;
	onAct: (work: () => Promise<ContentDetail>, done: string) => void;
}) {
	const { t } = useLingui();
	const { detail, isPending, onSave, onPublish, onAct } = props;
	const [at, setAt] = useState('');
	return (
		<Card data-bottom-bar="tall" className="md:sticky md:bottom-4 md:z-20 md:shadow-float">
			<div className="flex flex-wrap items-end gap-3">
				<Button variant="outline" isLoading={isPending} onClick={onSave}>
					<Trans>Save draft</Trans>
				</Button>
				{detail.state === 'archived' ? (
					<Button onClick={() => onAct(() => restoreItem(detail.id), t`Restored`)}>
						<Trans>Restore</Trans>
					</Button>
				) : (
					<>
						<Button isLoading={isPending} onClick={() => onPublish()}>
							<Trans>Publish now</Trans>
						</Button>
						<TextField
							label={t`Publish at`}
							type="datetime-local"
							value={at}
							onChange={(event) => setAt(event.target.value)}
						/>
						<Button
							variant="outline"
							isDisabled={at === ''}
							onClick={() => onPublish(new Date(at).toISOString())}
						>
							<Trans>Schedule</Trans>
						</Button>
					</>
				)}
				{detail.scheduledAt ? (
					<Button
						variant="ghost"
						onClick={() => onAct(() => unscheduleItem(detail.id), t`Schedule cancelled`)}
					>
						<Trans>Cancel schedule</Trans>
					</Button>
				) : null}
				{detail.kind !== 'page' && detail.state !== 'archived' && detail.publishedAt ? (
					<Button variant="ghost" onClick={() => onAct(() => archiveItem(detail.id), t`Archived`)}>
						<Trans>Archive</Trans>
					</Button>
				) : null}
			</div>
		</Card>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
	type ContentFilters,
	createItem,
	useContentChange,
	useContentItems,
} from '#app/features/content-editing/api.ts';
import { ContentStateBadge } from '#app/features/content-editing/components/state-badge.tsx';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { type Column, DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ContentItem } from '#shared/contracts/content-editing.ts';

/** Pages, posts and help articles in every state. */
export default function AdminContentPage() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const [kind, setKind] = useState<ContentFilters['kind']>('');
	const [q, setQ] = useState('');
	const items = useContentItems({ kind, q: useDeferredValue(q).trim() });
	const rows = items.data ?? [];
	return (
		<section className="flex flex-col gap-4" aria-label={t`Content`}>
			<PageTitle title={t`Content`} />
			<NewText />
			<div className="flex flex-wrap items-end gap-3">
				<SearchField
					label={t`Search content`}
					className="min-w-56 flex-1 basis-56"
					value={q}
					onChange={(event) => setQ(event.target.value)}
				/>
				<Select
					label={t`Type`}
					isLabelHidden
					value={kind}
					onChange={(event) => setKind(event.target.value as ContentFilters['kind'])}
					options={[
						{ value: '', label: t`All types` },
						{ value: 'page', label: t`Pages` },
						{ value: 'post', label: t`Posts` },
						{ value: 'help', label: t`Help articles` },
					]}
				/>
			</div>
			{items.error ? (
				<Callout tone="danger" isUrgent>
					{errorText(items.error)}
				</Callout>
			) : null}
			<Card padding="none">
				<DataTable
					label={t`Content items`}
					columns={useColumns()}
					rows={rows}
					rowKey={(item) => item.id}
					onOpen={(item) => void navigate(`/admin/content/${item.id}`)}
					isLoading={items.isPending}
					empty={<EmptyState title={t`No matching content`} />}
				/>
			</Card>
			<ShowMore
				hasMore={items.hasNextPage}
				isLoading={items.isFetchingNextPage}
				onMore={() => void items.fetchNextPage()}
				status={rows.length > 0 ? t`${rows.length} shown` : undefined}
			/>
		</section>
	);
}

function useColumns(): Column<ContentItem>[] {
	const { t } = useLingui();
	const formats = useFormats();
	const kinds = { page: t`Page`, post: t`Post`, help: t`Help` };
	return [
		{
			id: 'title',
			header: t`Title`,
			className: 'min-w-48',
			cell: (item) => (
				<Link to={`/admin/content/${item.id}`} dir="auto" className="font-medium hover:underline">
					{item.title}
				</Link>
			),
		},
		{ id: 'kind', header: t`Type`, from: 'sm', cell: (item) => kinds[item.kind] },
		{ id: 'state', header: t`Status`, cell: (item) => <ContentStateBadge item={item} /> },
		{
			id: 'changed',
			header: t`Updated`,
			from: 'md',
			align: 'end',
			cell: (item) => formats.relative(item.updatedAt),
		},
	];
}

function NewText() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const navigate = useNavigate();
	const change = useContentChange();
	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const kind = form.get('kind') === 'help' ? 'help' : 'post';
		try {
			const made = await change.mutateAsync(() => createItem(kind, String(form.get('title'))));
			await navigate(`/admin/content/${made.id}`);
		} catch {
			// Shown below.
		}
	}
	return (
		<Card>
			<form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
				<TextField label={t`New title`} name="title" required maxLength={200} className="min-w-56 flex-1" />
				<Select
					label={t`Type`}
					name="kind"
					options={[
						{ value: 'post', label: t`Post` },
						{ value: 'help', label: t`Help article` },
					]}
				/>
				<Button type="submit" isLoading={change.isPending}>
					<Trans>Create draft</Trans>
				</Button>
			</form>
			{change.error ? (
				<Callout tone="danger" isUrgent className="mt-3">
					{errorText(change.error)}
				</Callout>
			) : null}
		</Card>
	);
}

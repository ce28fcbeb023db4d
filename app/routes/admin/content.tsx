import { Trans, useLingui } from '@lingui/react/macro';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { AdminListPage } from '#app/features/admin/components/admin-list-page.tsx';
import { createItem, useContentChange, useContentItems } from '#app/features/content-editing/api.ts';
import { ContentStateBadge } from '#app/features/content-editing/components/state-badge.tsx';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Column } from '#app/ui/data-table.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { optionsOf } from '#app/ui/options.ts';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ContentItem } from '#shared/contracts/content-editing.ts';

/** Pages, posts and help articles in every state. */
export default function AdminContentPage() {
	const { t } = useLingui();
	const navigate = useNavigate();
	return (
		<AdminListPage
			title={t`Content`}
			label={t`Content items`}
			intro={<NewText />}
			search={{ label: t`Search content` }}
			filters={[
				{
					name: 'kind',
					label: t`Type`,
					options: optionsOf({ '': t`All types`, page: t`Pages`, post: t`Posts`, help: t`Help articles` }),
				},
			]}
			useRows={useContentItems}
			columns={useColumns()}
			empty={{ title: t`No matching content` }}
			onOpen={(item) => void navigate(`/admin/content/${item.id}`)}
		/>
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
				<Select label={t`Type`} name="kind" options={optionsOf({ post: t`Post`, help: t`Help article` })} />
				<Button type="submit" isLoading={change.isPending}>
					<Trans>Create draft</Trans>
				</Button>
			</form>
			<ErrorCallout error={change.error} className="mt-3" />
		</Card>
	);
}

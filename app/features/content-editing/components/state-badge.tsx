import { Trans } from '@lingui/react/macro';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { ContentItem } from '#shared/contracts/content-editing.ts';

export function ContentStateBadge({ item }: { item: Pick<ContentItem, 'state' | 'hasUnpublishedChanges'> }) {
	switch (item.state) {
		case 'draft':
			return (
				<StatusBadge tone="pending">
					<Trans>Draft</Trans>
				</StatusBadge>
			);
		case 'scheduled':
			return (
				<StatusBadge tone="info">
					<Trans>Scheduled</Trans>
				</StatusBadge>
			);
		case 'archived':
			return (
				<StatusBadge tone="neutral">
					<Trans>Archived</Trans>
				</StatusBadge>
			);
		default:
			return item.hasUnpublishedChanges ? (
				<StatusBadge tone="warning">
					<Trans>Published, unpublished changes</Trans>
				</StatusBadge>
			) : (
				<StatusBadge tone="success">
					<Trans>Published</Trans>
				</StatusBadge>
			);
	}
}

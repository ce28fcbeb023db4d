import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { useContentItem } from '#app/features/content-editing/api.ts';
import { ContentEditor } from '#app/features/content-editing/components/content-editor.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

/** One text: writing, preview, history, publication. */
export default function AdminContentItemPage() {
	const { t } = useLingui();
	const { item = '' } = useParams();
	const detail = useContentItem(item);
	return (
		<section className="flex flex-col gap-4" aria-label={t`Content`}>
			<PageTitle title={detail.data?.title ?? t`Content`} />
			<ButtonLink to="/admin/content" variant="ghost" size="sm" className="self-start">
				<Trans>All content</Trans>
			</ButtonLink>
			<ErrorCallout error={detail.error} />
			{detail.data ? (
				<ContentEditor key={detail.data.id} detail={detail.data} />
			) : (
				<Skeleton className="h-96" />
			)}
		</section>
	);
}

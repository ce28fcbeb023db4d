import { Plural, Trans } from '@lingui/react/macro';
import { useErrorText } from '#app/lib/error-text.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useStaffLinks } from '../api.ts';

/** How many access links an event has, and their names. */
export function StaffLinkSummary({ event }: { event: string }) {
	const errorText = useErrorText();
	const links = useStaffLinks(event);
	if (links.error) return <p className="text-sm text-danger">{errorText(links.error)}</p>;
	if (!links.data) return <Skeleton className="mt-1 h-5 w-40" />;
	const { data } = links.data;
	if (data.length === 0) {
		return (
			<p className="text-sm text-muted">
				<Trans>No access links yet</Trans>
			</p>
		);
	}
	return (
		<p className="text-sm text-muted [overflow-wrap:anywhere]">
			<Plural value={data.length} one="# access link" other="# access links" />
			{': '}
			<span dir="auto">{data.map(({ label }) => label).join(', ')}</span>
		</p>
	);
}

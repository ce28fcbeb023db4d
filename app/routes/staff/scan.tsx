import { useLingui } from '@lingui/react/macro';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageWaiting } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/scan';

const StaffScanner = lazyPart(
	() => import('#app/features/check-in/components/staff-scanner.tsx').then((module) => module.StaffScanner),
	<PageWaiting />,
);

export default function ScanPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={t`Staff Scanner`} />
			<meta name="robots" content="noindex" />
			<span data-read-late hidden />
			<StaffScanner token={params.token} />
		</>
	);
}

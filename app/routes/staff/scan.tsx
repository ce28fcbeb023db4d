import { useLingui } from '@lingui/react/macro';
import { StaffScanner } from '#app/features/check-in/components/staff-scanner.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { Route } from './+types/scan';

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

import { useLingui } from '@lingui/react/macro';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageWaiting } from '#app/shell/route-skeleton.tsx';
import type { Route } from './+types/qr-scanner-event';

const MemberScanner = lazyPart(
	() => import('#app/features/check-in/components/staff-scanner.tsx').then((module) => module.MemberScanner),
	<PageWaiting />,
);

export default function QrScannerEventPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={t`QR Scanner`} />
			<MemberScanner event={params.eventCode} />
		</>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { DeviceTest } from '#app/features/pages/components/device-test.tsx';
import { InstallCard } from '#app/features/pages/components/install-card.tsx';
import { publicPageHeaders } from '#app/lib/public-page.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';

export const headers = publicPageHeaders(300);

export default function MobilePage() {
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full flex-col gap-10 py-10 md:py-16">
			<PublicHead
				title={t`On your phone`}
				description={t`Put it on the home screen, and test camera, lamp, storage and clock before the door opens.`}
				path="/mobile"
				imageUrl={pictureOf('mobile')}
			/>
			<header className="max-w-measure">
				<h1 tabIndex={-1} className="title-event">
					<Trans>On your phone</Trans>
				</h1>
				<p className="mt-4 text-lg text-muted">
					<Trans>
						There is nothing to download. Put this page on the home screen, and test the phone before the
						first guest arrives.
					</Trans>
				</p>
			</header>
			<InstallCard />
			<DeviceTest />
		</div>
	);
}

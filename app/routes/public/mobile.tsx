import { Trans, useLingui } from '@lingui/react/macro';
import { DeviceTest } from '#app/features/pages/components/device-test.tsx';
import { InstallCard } from '#app/features/pages/components/install-card.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';

export const headers = publicPageHeaders(300);
export const handle = publicPageHandle();

export default function MobilePage() {
	const { productName } = useSite();
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full flex-col gap-10 py-10 md:py-16">
			<PublicHead
				title={t`${productName} on your phone`}
				description={t`Add it to your home screen, and test camera, flashlight, storage and clock before doors open.`}
				path="/mobile"
				imageUrl={pictureOf('mobile')}
			/>
			<header className="max-w-measure">
				<h1 tabIndex={-1} className="title-event">
					<Trans>{productName} on your phone</Trans>
				</h1>
				<p className="mt-4 text-lg text-muted">
					<Trans>
						No app to download. Add {productName} to your home screen and test your phone before doors open.
					</Trans>
				</p>
			</header>
			<InstallCard />
			<DeviceTest />
		</div>
	);
}

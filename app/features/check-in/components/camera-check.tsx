import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleCheck, Square } from 'lucide-react';
import { useState } from 'react';
import { CameraNotice } from '#app/features/scanner/components/camera-notice.tsx';
import { Scanner } from '#app/features/scanner/components/scanner.tsx';
import { useScanner } from '#app/features/scanner/use-scanner.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { TitledSection } from './titled-section.tsx';

/** Shows before the first guest whether the camera works. With `onCode` it takes the code of the poster with it. */
export function CameraCheck({ onCode }: { onCode?: (text: string) => void }) {
	const { t } = useLingui();
	const [hasRead, setRead] = useState(false);
	const scanner = useScanner({
		scanTypes: ['camera'],
		onCode(text) {
			setRead(true);
			onCode?.(text);
		},
	});
	const { controller, snapshot } = scanner;
	const isOn = snapshot.state !== 'not-started';
	return (
		<TitledSection title={<Trans>Test your camera</Trans>} card="p-4">
			<p className="text-sm text-muted">
				{onCode ? (
					<Trans>Try it before guests arrive. It can also read the QR code on the poster.</Trans>
				) : (
					<Trans>Point it at any QR code, such as a ticket or the poster.</Trans>
				)}
			</p>
			{/* Out of sight its width stays: the box is measured before the camera opens. */}
			<div className={isOn || snapshot.isStarting ? undefined : 'h-0 overflow-hidden'}>
				<Scanner scanner={scanner} />
			</div>
			{snapshot.problem ? <CameraNotice problem={snapshot.problem} /> : null}
			<p role="status" className="flex items-center gap-2 text-sm font-medium text-success empty:hidden">
				{hasRead && !onCode ? (
					<>
						<Icon icon={CircleCheck} size={20} />
						<Trans>Your camera works.</Trans>
					</>
				) : null}
			</p>
			<Button
				variant="outline"
				icon={isOn ? Square : Camera}
				isLoading={snapshot.isStarting}
				className="min-h-11 self-start"
				onClick={() => void (isOn ? controller.stop() : controller.start())}
			>
				{isOn ? t`Stop camera` : t`Test camera`}
			</Button>
		</TitledSection>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Square } from 'lucide-react';
import { useId } from 'react';
import { CameraNotice } from '#app/features/scanner/components/camera-notice.tsx';
import { Scanner } from '#app/features/scanner/components/scanner.tsx';
import { useScanner } from '#app/features/scanner/use-scanner.ts';
import { Button } from '#app/ui/button.tsx';

/** Shows before the first guest whether the camera works, and takes the code of the poster with it. */
export function CameraCheck({ onCode }: { onCode: (text: string) => void }) {
	const { t } = useLingui();
	const title = useId();
	const scanner = useScanner({ onCode });
	const { controller, snapshot } = scanner;
	const isOn = snapshot.state !== 'not-started';
	return (
		<section
			aria-labelledby={title}
			className="flex flex-col gap-3 rounded-lg border border-hairline bg-surface p-4"
		>
			<h2 id={title} className="text-lg font-medium">
				<Trans>Does the camera work?</Trans>
			</h2>
			<p className="text-sm text-muted">
				<Trans>Try it now, before the queue is there. It also reads the QR code of the poster.</Trans>
			</p>
			<div className={isOn || snapshot.isStarting ? undefined : 'sr-only'}>
				<Scanner scanner={scanner} />
			</div>
			{snapshot.problem ? <CameraNotice problem={snapshot.problem} /> : null}
			<Button
				variant="outline"
				icon={isOn ? Square : Camera}
				isLoading={snapshot.isStarting}
				className="min-h-11 self-start"
				onClick={() => void (isOn ? controller.stop() : controller.start())}
			>
				{isOn ? t`Stop the camera` : t`Try the camera`}
			</Button>
		</section>
	);
}

ALTER TABLE "figure_feed" ADD COLUMN "sequence_noted" bigint;--> statement-breakpoint
ALTER TABLE "figure_feed" ADD COLUMN "sequence_xmax" xid8;--> statement-breakpoint
ALTER TABLE "check_in_feed" ADD COLUMN "sequence_noted" bigint;--> statement-breakpoint
ALTER TABLE "check_in_feed" ADD COLUMN "sequence_xmax" xid8;
ALTER TABLE "fundraisers" ADD COLUMN "announced_goal_minor" bigint;--> statement-breakpoint
-- Goals that were reached before are announced.
UPDATE "fundraisers" SET "announced_goal_minor" = "goal_minor" WHERE "goal_reached_at" IS NOT NULL;

/** The order in which the test files of a run are started. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long. Started last, they would keep one worker busy while the others have nothing left. */
const LONG_FILES =
  /\/(process-lifecycle|accessibility-(dialogs|pages)|ui-kit|hostile-requests|long-names|corrupt-storage|restarts|crash-recovery|processes|chaos|usage|wait-for-database|concurrent-checkout|stripe-failures|memory|replace|backup-file)\.test\.ts$/;

/**
 * Vitest's own order, where it knows no durations yet, is by size. That stays, behind the long ones of each project. The project `unit` comes
 * first: some of its tests wait for time-outs, and nothing would run beside them at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const { unit = [], ...others } = Object.fromEntries(byProject);
    return [unit, ...Object.values(others)].flatMap((sorted) => {
      const { true: long = [], false: short = [] } = Object.groupBy(sorted, ({ moduleId }) => String(LONG_FILES.test(moduleId)));
      return [...long, ...short];
    });
  }
}

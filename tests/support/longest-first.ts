/** In which order the test files of a run are begun. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long. Begun at the end, one worker would be busy with them while the others have nothing left. */
const LONG_FILES =
  /\/(process-lifecycle|accessibility-(dialogs|pages)|ui-kit|hostile-requests|long-names|corrupt-storage|restarts|crash-recovery|processes|chaos|usage|wait-for-database|concurrent-checkout|stripe-failures|memory|replace|backup-file)\.test\.ts$/;

/**
 * Vitest's own order, where it knows no durations yet, is by size. That stays, behind the long ones of each project. The project `unit` comes
 * first: some of its tests wait for time-outs, and nothing would run beside them at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    const isUnit = ([project]: [TestSpecification['project'], TestSpecification[]]) => project.name === 'unit';
    const ordered = [...projects].sort((a, b) => Number(isUnit(b)) - Number(isUnit(a)));
    return ordered.flatMap(([, sorted]) => {
      const { true: long = [], false: others = [] } = Object.groupBy(sorted, ({ moduleId }) => String(LONG_FILES.test(moduleId)));
      return [...long, ...others];
    });
  }
}
